/** Name of the catalogue's description in the raw-data folder. */
export const CATALOGUE_FILE = 'catalogue.json';
