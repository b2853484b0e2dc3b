import { UsageError } from '../../platform/errors/operator-error.js';
import { argumentsOf, type Command, EXIT, requireNoMoreArguments } from '../command.js';

/** Time limit for each check, in seconds: the default and the maximum. */
const WITHIN = { usual: 5, most: 600 };

/** @returns milliseconds @throws UsageError */
function withinIn(text: string | undefined): number {
  const seconds = text === undefined ? WITHIN.usual : /^\d{1,4}$/.test(text) ? Number(text) : 0;
  if (seconds < 1 || seconds > WITHIN.most)
    throw new UsageError(
      `--within must be a whole number of seconds from 1 to ${WITHIN.most}, not '${text}'.`,
    );
  return seconds * 1000;
}

export const doctorCommand: Command = {
  name: 'doctor',
  summary: 'Checks everything that the service needs, and says what to do; changes nothing',
  usage: ['[--within <seconds>] [--lists <folder>] [--json]'],
  notes: [
    'Runs with or without a running backend. Sends no mail, takes no money, prints no secret.',
    'Exit code 1 if a part is at fault, 2 if the configuration cannot be used.',
    `--within  whole seconds for each check, ${WITHIN.usual} by default, ${WITHIN.most} at most; raise it if the machine or the network is slow`,
    '--lists   the folder with the DATA_DIRs of all backends: their lists of erasures are checked as one',
    '--json    one line: {"state":"ok"|"fault"|"configuration","checks":[{"name","state","says","todo"}]}',
  ],
  prepare: (args) => {
    const { values, positionals } = argumentsOf(args, {
      within: { type: 'string' },
      lists: { type: 'string' },
      json: { type: 'boolean' },
    });
    requireNoMoreArguments(positionals);
    const withinMs = withinIn(values.within);
    return async ({ print, interruption }) => {
      const [{ diagnose }, { reportLine, reportText }] = await Promise.all([
        import('../doctor/diagnose.js'),
        import('../doctor/report.js'),
      ]);
      const { health, outcomes } = await diagnose(interruption, { withinMs, lists: values.lists });
      print(values.json === true ? reportLine(health, outcomes) : reportText(outcomes));
      if (health === 'ok') return EXIT.done;
      return health === 'fault' ? EXIT.notDone : EXIT.usageError;
    };
  },
};
