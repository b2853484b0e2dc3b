/** A command of the operator's program, with its arguments. */
export type Call = readonly [string, ...string[]];

/** An address at which no server listens. */
const NO_EVENT_STORE = 'esdb://127.0.0.1:1?tls=false';

/** Returns calls of every command that works on the configured database. */
export const onDatabase = (id: string): readonly Call[] => [
  ['doctor'],
  ['replay', id],
  ['nda:erase', id, '--yes'],
  ['nda:hold', id, '--lift'],
  ['erasures:apply'],
  ['projections:rebuild'],
  ['payments:check', '2026-01-01'],
  ['keys:rotate'],
  ['verify:log'],
  ['log:adopt'],
  ['keys:own'],
  ['log:repair', `nda-${id}`],
  ['events:copy', '--from', 'postgres', '--to', NO_EVENT_STORE],
];

/** All other commands. The value names the things that the command works on. */
export const NOT_ON_DATABASE: Readonly<Record<string, string>> = {
  'database:copy': 'the databases that it is called with',
  verify: 'a file',
  'secrets:make': 'a folder',
};
