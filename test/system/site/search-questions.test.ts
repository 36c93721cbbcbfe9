import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, expect, inject, test } from 'vitest';
import { CatalogueSearch } from '../../../src/site/shared/search/catalogue-search.ts';
import type { SearchedDataset, SearchTexts } from '../../../src/site/shared/search/search-texts.ts';
import type { Language } from '../../../src/texts/languages.ts';
import { textsFor } from '../../../src/texts/texts.ts';

/** Questions to the real catalogue, with the dataset that a person would expect. */
const REAL = `
unemployed → us-unemployment-by-industry
How many people are unemployed in construction? → us-unemployment-by-industry
jobs by industry → us-employment
employed in manufacturing → us-employment
GDP per capita → world-development-indicators
life expectancy in Germany → world-development-indicators
Germany productivity → penn-world-table
PWT → penn-world-table
coffee from Rwanda → coffee-production
inflation → us-food-price-index
CPI → us-food-price-index
Obama speeches → state-of-the-union-addresses
rent in Texas → us-rent-and-income
price of wheat in 1800 → wheat-prices-and-wages
chickens → us-broiler-industry
freezing in Florida → frozen-orange-juice-prices
Swiss municipality → swiss-land-use
Clinton senate vote → us-senate-votes-109
who won the Australian elections → australian-elections
federal deficit → us-budget-forecasts
tax receipts → us-budget-authority
currency of Croatia → currency-use-by-territory
farm productivity → us-farm-inputs-and-output
Kaffee Brasilien → coffee-production
Suedafrika inequality → world-development-indicators
Communes françaises → french-communes
`;

/** Catalogues of others, as title, description, keywords. */
const OTHERS: Record<Exclude<Language, 'en'>, { datasets: string; questions: string }> = {
  de: {
    datasets: `
Arbeitslosenquote nach Kantonen | Anteil der Erwerbslosen an den Erwerbspersonen | Arbeitsmarkt
Wohnbevölkerung der Gemeinden | Jede Zeile ist eine Gemeinde mit ihren Einwohnern | Bevölkerung, Zürich
Bruttoinlandsprodukt (BIP) seit 1980 | Wert aller Güter und Dienstleistungen eines Jahres | Wirtschaft
Mietpreise in Städten | Median der Mieten pro Quadratmeter | Wohnen
Stromverbrauch der Haushalte | Verbrauch in Kilowattstunden | Energie
Ergebnisse der Nationalratswahlen | Stimmen und Sitze der Parteien | Wahlen
Landesindex der Konsumentenpreise | Monatliche Teuerung | Inflation
Verkehrsunfälle mit Verletzten | Unfälle auf Straßen, nach Ursache | Verkehr`,
    questions: `
Arbeitslosigkeit → Arbeitslosenquote nach Kantonen
Wie viele Einwohner hat Zuerich? → Wohnbevölkerung der Gemeinden
Bevoelkerung → Wohnbevölkerung der Gemeinden
BIP → Bruttoinlandsprodukt (BIP) seit 1980
Preise für Wohnungen → Mietpreise in Städten
Wahl → Ergebnisse der Nationalratswahlen
Unfall → Verkehrsunfälle mit Verletzten
Verbrauch von Strom → Stromverbrauch der Haushalte
Strassen → Verkehrsunfälle mit Verletzten`,
  },
  fr: {
    datasets: `
Taux de chômage par région | Part des demandeurs d'emploi dans la population active | travail
Produit intérieur brut depuis 1950 | Valeur des biens et services produits | économie
Indice des prix à la consommation | Évolution mensuelle des prix | inflation
Résultats des élections municipales | Voix et sièges par liste | démocratie
Loyers des grandes villes | Loyer médian au mètre carré | logement
Effectifs des écoles primaires | Nombre d'élèves par commune | éducation
Naissances et décès | État civil par année | démographie`,
    questions: `
chômeurs → Taux de chômage par région
PIB → Produit intérieur brut depuis 1950
IPC → Indice des prix à la consommation
élection du maire → Résultats des élections municipales
Combien coûte un loyer à Paris ? → Loyers des grandes villes
nombre d’élèves → Effectifs des écoles primaires
naissance → Naissances et décès`,
  },
  es: {
    datasets: `
Tasa de desempleo por provincia | Parte de la población activa sin trabajo | mercado laboral
Producto interior bruto desde 1970 | Valor de los bienes y servicios producidos | economía
Precios de los alquileres | Alquiler mediano por metro cuadrado | vivienda
Elecciones generales | Votos y escaños de los partidos | democracia
Consumo de electricidad | Kilovatios por hora y hogar | energía
Nacimientos y defunciones | Registro civil por año | demografía
Encuesta de población activa | Personas ocupadas por sector | trabajo`,
    questions: `
desempleados → Tasa de desempleo por provincia
PIB → Producto interior bruto desde 1970
¿Cuánto cuesta alquilar? → Precios de los alquileres
partido más votado → Elecciones generales
EPA → Encuesta de población activa
electrico → Consumo de electricidad
nacimiento → Nacimientos y defunciones`,
  },
};

const linesOf = (text: string): string[] => text.trim().split('\n');

const DATASET = { line: '', source: '', category: '', rows: '', columns: '', span: null, spark: null };

/** A dataset of another catalogue, whose title is its config name too. */
function datasetOf(line: string): SearchedDataset {
  const [title = '', description = '', keywords = ''] = line.split(' | ');
  return { ...DATASET, config: title, title, description, keywords: keywords.split(', ') };
}

const searchOver = (datasets: readonly SearchedDataset[], language: Language): Promise<CatalogueSearch> =>
  CatalogueSearch.over(datasets, { language, ignored: textsFor(language).search.ignored });

let real: CatalogueSearch;
const read = <T>(name: string): T =>
  JSON.parse(readFileSync(join(inject('builtSite'), 'client/search', `${name}.json`), 'utf8')) as T;
beforeAll(async () => {
  real = await searchOver(read<SearchTexts>('datasets').datasets, 'en');
  await real.addColumns(read('columns'));
  await real.addValues(read('values'));
});

/** The question, the place of the expected dataset among the results (0 is first), and what came first. */
function asked(search: CatalogueSearch, line: string): { question: string; place: number; first: string } {
  const [question = '', expected = ''] = line.split(' → ');
  const found = search.search(question).results.map(({ dataset }) => dataset.config);
  const place = found.indexOf(expected);
  return { question, place: place === -1 ? Number.POSITIVE_INFINITY : place, first: found[0] ?? 'nothing' };
}

test('at least nine of ten questions find the expected dataset first, and all among the first three', async () => {
  const answers = linesOf(REAL).map((line) => asked(real, line));
  for (const [language, { datasets, questions }] of Object.entries(OTHERS)) {
    const search = await searchOver(linesOf(datasets).map(datasetOf), language as Language);
    answers.push(...linesOf(questions).map((line) => asked(search, line)));
  }
  expect(answers.length).toBeGreaterThanOrEqual(40);
  expect(answers.filter(({ place }) => place > 2)).toEqual([]);
  const missed = answers.filter(({ place }) => place > 0);
  expect(missed.length, JSON.stringify(missed)).toBeLessThanOrEqual(answers.length / 10);
});

test.each(['Germany', 'Deutschland', 'Allemagne', 'Alemania'])('%s finds the tables that have it', (country) => {
  const { results } = real.search(country);
  expect(results.map(({ dataset }) => dataset.config).sort()).toEqual([
    'currency-use-by-territory',
    'penn-world-table',
    'territory-gdp-and-population',
    'world-development-indicators',
  ]);
  expect(results.every(({ values }) => values[0] === 'Germany')).toBe(true);
});

test.each(['qqqq', 'blockchain', 'weather', 'football', 'Bundesrat', 'xylophone'])(
  '%s finds and suggests nothing',
  (word) => {
    expect(real.search(word)).toEqual({ count: 0, results: [], nearest: [] });
  },
);
