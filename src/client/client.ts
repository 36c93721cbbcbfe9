/* The client's public face: what `/almanac.js` and the package's export `almanac/client` have. */

import { Catalogue } from './catalogue.ts';
import { Dataset } from './dataset.ts';
import { AlmanacError, EditionChanged } from './errors.ts';
import { open, openDataset } from './open.ts';

export { AlmanacError, Catalogue, Dataset, EditionChanged, open, openDataset };
