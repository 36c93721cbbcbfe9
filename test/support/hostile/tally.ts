/**
 * The attacks that `test/hostile/` tries, each with the number of its tries: requests, connections, names, inputs or files. Each test of an attack
 * checks its number, and `docs/attacks.md` states all of them.
 */
export const TRIES: Readonly<Record<string, number>> = {};
