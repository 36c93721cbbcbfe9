/** Initial texts of new descriptions, in the language of the catalogue, for the publisher to improve. */

import { titleOf } from '../discover/sidecar/draft-sidecar.ts';
import { interfaceLanguage, type Language } from '../texts/languages.ts';

interface DraftedTexts {
  /** Default title and description of a catalogue. */
  title: string;
  description: string;
  /** Title and description of the default category. A new catalogue has it only if none of its folders can be a category. */
  first: { title: string; description: string };
  /** Description of any other category. `{title}` is replaced with its title. */
  category: string;
  /** Texts of the example's sidecar, including those of its columns; null if the template already contains them. */
  example: null | {
    name: string;
    description: string;
    keywords: readonly string[];
    columns: Readonly<Record<'year' | 'wheat' | 'wages', { description: string; unit: string }>>;
  };
}

const ENGLISH: DraftedTexts = {
  title: 'Open data',
  description: 'Open datasets, each with its source and its licence.',
  first: { title: 'General', description: 'All datasets in this catalogue.' },
  category: 'Datasets in the category {title}.',
  example: null,
};

const GERMAN: DraftedTexts = {
  title: 'Offene Daten',
  description: 'Offene Datensätze, jeder mit seiner Quelle und seiner Lizenz.',
  first: { title: 'Allgemein', description: 'Alle Datensätze dieses Katalogs.' },
  category: 'Datensätze der Kategorie {title}.',
  example: {
    name: 'Weizenpreise und Löhne, 1565–1820',
    description: [
      'Jede Zeile steht für ein Jahr, in Schritten von fünf Jahren von 1565 bis 1820, mit dem Preis von Weizen und dem Wochenlohn eines',
      'guten Handwerkers, wie William Playfair sie in einem 1822 veröffentlichten Diagramm gezeichnet hat. Die Zahlen sind aus einer',
      'Zeichnung abgelesen und daher Näherungen. Die Löhne enden 1810: In den letzten beiden Zeilen fehlen sie.',
    ].join(' '),
    keywords: ['Weizen', 'Preise', 'Löhne', 'Geschichte'],
    columns: {
      year: { description: 'Jahr der Beobachtung', unit: 'Kalenderjahr' },
      wheat: { description: 'Preis von Weizen', unit: 'Schilling pro Quarter' },
      wages: {
        description: 'Wochenlohn eines guten Handwerkers; leer für 1815 und 1820',
        unit: 'Schilling pro Woche',
      },
    },
  },
};

const FRENCH: DraftedTexts = {
  title: 'Données ouvertes',
  description: 'Des jeux de données ouverts, chacun avec sa source et sa licence.',
  first: { title: 'Général', description: 'Tous les jeux de données de ce catalogue.' },
  category: 'Jeux de données de la catégorie {title}.',
  example: {
    name: 'Prix du blé et salaires, 1565–1820',
    description: [
      'Chaque ligne correspond à une année, de cinq en cinq ans de 1565 à 1820, avec le prix du blé et le salaire hebdomadaire d’un bon',
      'artisan, tels que William Playfair les a tracés dans un graphique publié en 1822. Les nombres sont relevés sur un dessin : ils',
      'sont donc approximatifs. Les salaires s’arrêtent en 1810 : ils manquent dans les deux dernières lignes.',
    ].join(' '),
    keywords: ['blé', 'prix', 'salaires', 'histoire'],
    columns: {
      year: { description: 'Année de l’observation', unit: 'année civile' },
      wheat: { description: 'Prix du blé', unit: 'shillings par quarter' },
      wages: {
        description: 'Salaire hebdomadaire d’un bon artisan ; vide pour 1815 et 1820',
        unit: 'shillings par semaine',
      },
    },
  },
};

const SPANISH: DraftedTexts = {
  title: 'Datos abiertos',
  description: 'Conjuntos de datos abiertos, cada uno con su fuente y su licencia.',
  first: { title: 'General', description: 'Todos los conjuntos de datos de este catálogo.' },
  category: 'Conjuntos de datos de la categoría {title}.',
  example: {
    name: 'Precios del trigo y salarios, 1565–1820',
    description: [
      'Cada fila corresponde a un año, de cinco en cinco años desde 1565 hasta 1820, con el precio del trigo y el salario semanal de un',
      'buen artesano, tal como William Playfair los dibujó en un gráfico publicado en 1822. Las cifras se han leído en un dibujo, por lo',
      'que son aproximadas. Los salarios terminan en 1810: faltan en las dos últimas filas.',
    ].join(' '),
    keywords: ['trigo', 'precios', 'salarios', 'historia'],
    columns: {
      year: { description: 'Año de la observación', unit: 'año natural' },
      wheat: { description: 'Precio del trigo', unit: 'chelines por quarter' },
      wages: {
        description: 'Salario semanal de un buen artesano; vacío en 1815 y 1820',
        unit: 'chelines por semana',
      },
    },
  },
};

const DRAFTED: Readonly<Record<Language, DraftedTexts>> = { en: ENGLISH, de: GERMAN, fr: FRENCH, es: SPANISH };

/** The texts for a language tag: `de-CH` gets those of `de`. A language without a translation gets English. */
export function draftedTexts(language: string): DraftedTexts {
  return DRAFTED[interfaceLanguage(language)];
}

/** Initial title and description of a category. The title is derived from its name; the description is in the given language. */
export function draftedCategory(name: string, language: string): { title: string; description: string } {
  const title = titleOf(name);
  return { title, description: draftedTexts(language).category.replace('{title}', () => title) };
}
