import { argumentsOf, type Command, type CommandIo, EXIT, type ExitCode, noMore } from '../command.js';

async function verifyWhole(
  kept: string | undefined,
  json: boolean,
  { print, tell, interruption }: CommandIo,
): Promise<ExitCode> {
  const [{ verifyStoredLog }, { checkpointsAt }, { verdictText }] = await Promise.all([
    import('../verify-stored-log.js'),
    import('../kept-checkpoints.js'),
    import('../verdict-text.js'),
  ]);
  const outside = kept === undefined ? [] : await checkpointsAt(kept);
  const verdict = await verifyStoredLog({ outside, onProgress: tell, interruption });
  print(json ? JSON.stringify(verdict) : verdictText(verdict));
  return verdict.firstBroken === null ? EXIT.done : EXIT.notDone;
}

export const verifyLogCommand: Command = {
  name: 'verify:log',
  summary: 'Verifies the whole log against its chains and signed checkpoints, without the service',
  usage: ['[--checkpoints <file>] [--json]'],
  notes: [
    'Needs no secret, changes nothing, and reads a store that was put back as well.',
    '--checkpoints  an answer of GET /api/checkpoints that somebody kept: does the log continue it?',
    'Exit code 1 where it is broken; the first broken place is named.',
  ],
  prepare: (args) => {
    const { values, positionals } = argumentsOf(args, {
      checkpoints: { type: 'string' },
      json: { type: 'boolean' },
    });
    noMore(positionals);
    return (io) => verifyWhole(values.checkpoints, values.json === true, io);
  },
};
