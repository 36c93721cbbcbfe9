import type { DatasetDetails } from '../../model.ts';

/** The details of a dataset about which the publisher says nothing beyond its entry. */
export const NO_DETAILS: DatasetDetails = {
  license: { spdx: null, url: null },
  published: null,
  modified: null,
  retrieved: null,
  version: null,
  keywords: [],
  spatial: null,
  citation: null,
  contact: null,
  chart: null,
};
