/**
 * The attacks that `test/hostile/` tries, each with the number of its tries: requests, connections, names, inputs or files. Each test of an
 * attack checks its number, and `docs/attacks.md` states all of them.
 */
export const TRIES: Readonly<Record<string, number>> = {
  'Paths out of the served folder': 9_251,
  'Random requests': 3_000,
  'Random windows': 400,
  'Names that are expensive to compare': 252,
  'Requests that parsers disagree about': 45,
  'Requests that are refused unread': 10,
  'Unusual requests': 24,
  'Clients that get stuck': 350,
  'Clients that leave': 300,
  'Entries that are no files': 5026,
  'Names that give orders': 21,
  'Files of nothing but one thing': 101,
  'Files that change between their two readings': 72,
  'Descriptions that cost more than they are worth': 54,
  'Tables of too many columns': 34,
  'Pages of 20 MB for many clients at once': 50,
  'Readers that take nothing': 70,
  'Readers that take a little at a time': 10,
  'Requests beyond the queue': 12,
  'Absurd ranges': 1_000,
  'Ranges of one large file at once': 40,
  'Requests that pile up': 80_000,
  'Connections that send nothing': 2_000,
};
