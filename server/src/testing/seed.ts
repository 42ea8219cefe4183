import fc from 'fast-check';

/** The same in every run, so that a change is judged by what it changes; another SEED draws other values. */
export const seed = Number(process.env.SEED ?? 20_261_127);

fc.configureGlobal({ seed });
