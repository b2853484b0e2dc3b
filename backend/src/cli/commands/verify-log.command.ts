import { UsageError } from '../../platform/errors/operator-error.js';
import type { OutsideCheckpoints } from '../../proof/checkpoint-comparison.js';
import {
  argumentsOf,
  type Command,
  type CommandIo,
  EXIT,
  type ExitCode,
  requireNoMoreArguments,
} from '../command.js';

interface VerifyLogCall {
  /** Files. */
  readonly checkpoints: string | undefined;
  readonly keys: string | undefined;
  readonly json: boolean;
}

/** @throws UsageError if a file that the arguments name cannot be read or has the wrong content */
async function outsideOf({ checkpoints, keys }: VerifyLogCall): Promise<OutsideCheckpoints | undefined> {
  const [{ readCheckpointsFile }, { trustedKeysAt }] = await Promise.all([
    import('../kept-checkpoints.js'),
    import('../trusted-keys.js'),
  ]);
  if (checkpoints === undefined) return undefined;
  const kept = { checkpoints: await readCheckpointsFile(checkpoints) };
  return keys === undefined ? kept : { ...kept, keys: await trustedKeysAt(keys) };
}

async function verifyWhole(
  call: VerifyLogCall,
  { print, printStderr, interruption }: CommandIo,
): Promise<ExitCode> {
  const [{ verifyStoredLog }, { isInOrder, placeText, verdictText }] = await Promise.all([
    import('../verify-stored-log.js'),
    import('../verdict-text.js'),
  ]);
  const outside = await outsideOf(call);
  const verdict = await verifyStoredLog({
    outside,
    onProgress: printStderr,
    onPlace: (place) => print(call.json ? JSON.stringify({ place }) : placeText(place)),
    interruption,
  });
  const { places: _, ...rest } = verdict;
  print(call.json ? JSON.stringify(rest) : verdictText(verdict));
  return isInOrder(verdict) ? EXIT.done : EXIT.notDone;
}

export const verifyLogCommand: Command = {
  name: 'verify:log',
  summary: 'Verifies the whole log against its chains and signed checkpoints, without the service',
  usage: ['[--checkpoints <file> [--keys <JSON file of public keys>]] [--json]'],
  notes: [
    'Changes nothing. It also reads a store that was restored to an older state.',
    'Needs no secret. With APPEND_KEY (and LOG_ADOPTED) it also finds events that somebody forged.',
    'Prints each broken place as it is found, goes on behind it, and prints the verdict at the end.',
    '--checkpoints  an answer of GET /api/checkpoints that you kept: also checks that the log continues from it',
    '--json         prints one line for each broken place, {"place": …}, and one line for the verdict',
    '--keys         an answer of GET /api/verify/keys that you kept with it; by default the keys in the database',
    'Exit code 1 if the log is broken, or if no known key signed one of the kept checkpoints.',
  ],
  prepare: (args) => {
    const { values, positionals } = argumentsOf(args, {
      checkpoints: { type: 'string' },
      keys: { type: 'string' },
      json: { type: 'boolean' },
    });
    requireNoMoreArguments(positionals);
    const { checkpoints, keys, json = false } = values;
    if (keys !== undefined && checkpoints === undefined) throw new UsageError('--keys needs --checkpoints.');
    return (io) => verifyWhole({ checkpoints, keys, json }, io);
  },
};
