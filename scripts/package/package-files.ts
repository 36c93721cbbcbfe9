/** What only a package has, and a checkout must not keep: npm would take the lock file for the one of the checkout. */
export const SHRINKWRAP = 'npm-shrinkwrap.json';

/** A digest of all other files of a package, by which an installed one is recognised. */
export const CONTENT = 'lib/.package';

/** What `run.js` compares before it compiles: times of a checkout, which a package has not. */
export const STATE = '.compiled';
