import { UsageError } from '../../platform/errors/operator-error.js';
import { argumentsOf, type Command, EXIT, ndaIdOf } from '../command.js';

/** Returns a revision, counted from 0. @throws UsageError */
function revisionIn(text: string | undefined): number | undefined {
  if (text === undefined) return undefined;
  if (!/^\d{1,9}$/.test(text))
    throw new UsageError(`'${text}' is not a revision. Revisions are whole numbers from 0.`);
  return Number(text);
}

export const replayCommand: Command = {
  name: 'replay',
  summary: "Prints an agreement's history, and its state after a revision",
  usage: ['<nda id> [--at <revision>] [--json]'],
  notes: [
    '--at    the last revision to show, counted from 0; the newest by default',
    '--json  one line: the events, the state after the last one, and the changes by the last one',
  ],
  prepare: (args) => {
    const { values, positionals } = argumentsOf(args, { at: { type: 'string' }, json: { type: 'boolean' } });
    const [id, at] = [ndaIdOf(positionals), revisionIn(values.at)];
    return async ({ print, interruption }) => {
      const [{ withInfrastructure }, { replayNda }, { replayLine, replayText }] = await Promise.all([
        import('../operator-context.js'),
        import('../replay.js'),
        import('../replay-text.js'),
      ]);
      await withInfrastructure({ interruption }, async ({ journal }) => {
        const replayed = await replayNda(journal, id, at);
        print(values.json === true ? replayLine(id, replayed) : replayText(replayed));
      });
      return EXIT.done;
    };
  },
};
