/* The client's public API: the exports of `/almanac.js` and `almanac/client`. */

import { Catalogue } from './catalogue.ts';
import { Dataset } from './dataset.ts';
import { AlmanacError, EditionChanged } from './errors.ts';
import { open, openDataset } from './open.ts';

export { AlmanacError, Catalogue, Dataset, EditionChanged, open, openDataset };
