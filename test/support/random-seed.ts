import fc from 'fast-check';

/*
 * Property tests draw the same cases in every run, so that what fails was changed. `RANDOM_SEED=…` draws others.
 */
fc.configureGlobal({ seed: Number(process.env.RANDOM_SEED ?? 20_261_121) });
