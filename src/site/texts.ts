/*
 * Every text of the pages that is not the publisher's, in all languages. `{name}` stands for a value. Texts are plain strings, so that a page
 * can hand some of them to its scripts as JSON. English comes first; the compiler requires the others to have the same keys.
 */

/** Forms of a text for one thing and for any other number of things. */
export interface PluralForms {
  one: string;
  other: string;
}

const ENGLISH = {
  common: {
    skip: 'Skip to content',
    main: 'Main',
    breadcrumb: 'Breadcrumb',
    onThisPage: 'On this page',
    datasets: 'Datasets',
    api: 'API',
    publishedBy: 'Published by {publisher}',
    usualLicence: 'Licence of datasets that name no other: {licence}',
    contact: 'Contact:',
    rows: { one: '{count} row', other: '{count} rows' },
    columns: { one: '{count} column', other: '{count} columns' },
    datasetCount: { one: '{count} dataset', other: '{count} datasets' },
    licenceNotStated: 'not stated',
    assumedHost: 'Replace {address} with the address of this host, which was not known when the catalogue was built.',
  },
  home: {},
  dataset: {},
  chart: {},
  rows: {},
  columns: {},
  api: {},
  embed: { source: 'Source:', licence: 'Licence:' },
  notFound: {
    title: 'Page not found',
    lead: 'There is no page at this address. The page of a dataset may have been removed, or its name may be spelled differently.',
    allDatasets: 'All datasets',
    api: 'API reference',
    listAsJson: 'List of datasets as JSON',
  },
};

/** The texts of one language. */
export type Texts = typeof ENGLISH;

const GERMAN: Texts = {
  common: {
    skip: 'Zum Inhalt springen',
    main: 'Hauptnavigation',
    breadcrumb: 'Brotkrumen',
    onThisPage: 'Auf dieser Seite',
    datasets: 'Datensätze',
    api: 'API',
    publishedBy: 'Herausgegeben von {publisher}',
    usualLicence: 'Lizenz der Datensätze, die keine andere nennen: {licence}',
    contact: 'Kontakt:',
    rows: { one: '{count} Zeile', other: '{count} Zeilen' },
    columns: { one: '{count} Spalte', other: '{count} Spalten' },
    datasetCount: { one: '{count} Datensatz', other: '{count} Datensätze' },
    licenceNotStated: 'nicht angegeben',
    assumedHost:
      'Ersetzen Sie {address} durch die Adresse dieses Servers; sie war beim Erstellen des Katalogs nicht bekannt.',
  },
  home: {},
  dataset: {},
  chart: {},
  rows: {},
  columns: {},
  api: {},
  embed: { source: 'Quelle:', licence: 'Lizenz:' },
  notFound: {
    title: 'Seite nicht gefunden',
    lead: 'Unter dieser Adresse gibt es keine Seite. Vielleicht wurde die Seite eines Datensatzes entfernt, oder sein Name wird anders geschrieben.',
    allDatasets: 'Alle Datensätze',
    api: 'API-Referenz',
    listAsJson: 'Liste der Datensätze als JSON',
  },
};

const FRENCH: Texts = {
  common: {
    skip: 'Aller au contenu',
    main: 'Navigation principale',
    breadcrumb: 'Fil d’Ariane',
    onThisPage: 'Sur cette page',
    datasets: 'Jeux de données',
    api: 'API',
    publishedBy: 'Publié par {publisher}',
    usualLicence: 'Licence des jeux de données qui n’en indiquent pas d’autre : {licence}',
    contact: 'Contact :',
    rows: { one: '{count} ligne', other: '{count} lignes' },
    columns: { one: '{count} colonne', other: '{count} colonnes' },
    datasetCount: { one: '{count} jeu de données', other: '{count} jeux de données' },
    licenceNotStated: 'non indiquée',
    assumedHost:
      'Remplacez {address} par l’adresse de ce serveur, qui n’était pas connue lors de la création du catalogue.',
  },
  home: {},
  dataset: {},
  chart: {},
  rows: {},
  columns: {},
  api: {},
  embed: { source: 'Source :', licence: 'Licence :' },
  notFound: {
    title: 'Page introuvable',
    lead: 'Il n’y a pas de page à cette adresse. La page d’un jeu de données a peut-être été retirée, ou son nom s’écrit autrement.',
    allDatasets: 'Tous les jeux de données',
    api: 'Référence de l’API',
    listAsJson: 'Liste des jeux de données en JSON',
  },
};

const SPANISH: Texts = {
  common: {
    skip: 'Ir al contenido',
    main: 'Navegación principal',
    breadcrumb: 'Ruta de navegación',
    onThisPage: 'En esta página',
    datasets: 'Conjuntos de datos',
    api: 'API',
    publishedBy: 'Publicado por {publisher}',
    usualLicence: 'Licencia de los conjuntos de datos que no indican otra: {licence}',
    contact: 'Contacto:',
    rows: { one: '{count} fila', other: '{count} filas' },
    columns: { one: '{count} columna', other: '{count} columnas' },
    datasetCount: { one: '{count} conjunto de datos', other: '{count} conjuntos de datos' },
    licenceNotStated: 'no indicada',
    assumedHost: 'Sustituya {address} por la dirección de este servidor, que no se conocía cuando se creó el catálogo.',
  },
  home: {},
  dataset: {},
  chart: {},
  rows: {},
  columns: {},
  api: {},
  embed: { source: 'Fuente:', licence: 'Licencia:' },
  notFound: {
    title: 'Página no encontrada',
    lead: 'No hay ninguna página en esta dirección. Quizá se retiró la página de un conjunto de datos, o su nombre se escribe de otra manera.',
    allDatasets: 'Todos los conjuntos de datos',
    api: 'Referencia de la API',
    listAsJson: 'Lista de conjuntos de datos en JSON',
  },
};

/** By the primary language of a language tag (BCP 47). */
export const TEXTS = { en: ENGLISH, de: GERMAN, fr: FRENCH, es: SPANISH } as const satisfies Record<string, Texts>;
