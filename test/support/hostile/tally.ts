/**
 * The attacks that `test/hostile/` tries, each with the number of its tries: requests, connections, names, inputs or files. Each test of an attack
 * checks its number, and `docs/attacks.md` states all of them.
 */
export const TRIES: Readonly<Record<string, number>> = {
  'pages of 20 MB for many clients at once': 50,
  'readers that take nothing': 70,
  'readers that take a little at a time': 10,
  'requests beyond the queue': 12,
  'connections that send nothing': 2_000,
};
