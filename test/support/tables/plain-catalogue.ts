import type { Catalogue } from '../../../src/model.ts';

/** A catalogue whose publisher says no more than is needed. */
export const PLAIN_CATALOGUE: Catalogue = {
  title: 'Title',
  description: '',
  publisher: null,
  contact: null,
  license: null,
  language: 'en',
  direction: 'ltr',
  keywords: [],
  accent: null,
  logo: null,
  featured: null,
  theme: null,
  texts: { home: null, pages: [] },
  categories: [],
};
