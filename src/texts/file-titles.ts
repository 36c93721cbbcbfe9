import type { Language } from './languages.ts';

/** Titles of a dataset's JSON files. A test checks that every file has a title; the compiler checks that each title is translated. */
const FILE_TITLES = {
  records: {
    en: 'First rows as JSON',
    de: 'Erste Zeilen als JSON',
    fr: 'Premières lignes en JSON',
    es: 'Primeras filas en JSON',
  },
  schema: {
    en: 'Columns with statistics',
    de: 'Spalten mit Statistik',
    fr: 'Colonnes et statistiques',
    es: 'Columnas con estadísticas',
  },
  profile: {
    en: 'Distributions, formats and keys',
    de: 'Verteilungen, Formate und Schlüssel',
    fr: 'Distributions, formats et clés',
    es: 'Distribuciones, formatos y claves',
  },
  quality: {
    en: 'Warnings and null markers',
    de: 'Zweifel und Schreibweisen fehlender Werte',
    fr: 'Doutes et façons d’écrire les valeurs manquantes',
    es: 'Dudas y formas de escribir los valores que faltan',
  },
  downloads: {
    en: 'Sizes and digests of the downloads',
    de: 'Größen und Prüfsummen der ganzen Dateien',
    fr: 'Tailles et empreintes des fichiers complets',
    es: 'Tamaños y resúmenes SHA-256 de los archivos completos',
  },
  info: {
    en: 'Title, description and source',
    de: 'Titel, Beschreibung und Quelle',
    fr: 'Titre, description et source',
    es: 'Título, descripción y fuente',
  },
  about: {
    en: 'Licence, dates, edition and citation',
    de: 'Lizenz, Daten, Ausgabe und Zitat',
    fr: 'Licence, dates, édition et citation',
    es: 'Licencia, fechas, edición y cita',
  },
} satisfies Record<string, Record<Language, string>>;

/** The titles in one language, in the order in which pages list the files. */
export function fileTitles(language: Language): Record<keyof typeof FILE_TITLES, string> {
  const titles = Object.entries(FILE_TITLES).map(([file, title]) => [file, title[language]]);
  return Object.fromEntries(titles);
}
