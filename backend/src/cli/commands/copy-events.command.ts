import { UsageError } from '../../platform/errors/operator-error.js';
import { argumentsOf, type Command, EXIT, requireNoMoreArguments } from '../command.js';
import { addressArgument, knownAddress, readAddress, requireUsableAddress } from '../address-argument.js';

const STORE = /^(postgres$|(esdb|kurrentdb)(\+discover)?:\/\/)/;
const SCHEMES = ['esdb:', 'esdb+discover:', 'kurrentdb:', 'kurrentdb+discover:'];

/**
 * Checks source and target. If an address is undefined, it is in a file that has not been read yet. Such an
 * address is not checked.
 * @throws UsageError
 */
function requireTwoStores(from: string | undefined, to: string | undefined): void {
  for (const [option, place] of Object.entries({ '--from': from, '--to': to })) {
    // No message repeats the address, because it can contain a password.
    if (place === undefined) continue;
    if (!STORE.test(place))
      throw new UsageError(`${option} must be 'postgres', or begin with esdb:// or kurrentdb://.`);
    if (place !== 'postgres') requireUsableAddress(option, place, SCHEMES);
  }
  if (from !== undefined && from === to)
    throw new UsageError('Source and target are the same store. Name two different ones.');
}

export const copyEventsCommand: Command = {
  name: 'events:copy',
  summary: 'Moves the event log between PostgreSQL and EventStoreDB, and proves that the copy is equal',
  usage: [
    '--from <store> --to <store>',
    '(--from <store> | --from-file <file>) (--to <store> | --to-file <file>)',
  ],
  notes: [
    'A store is `postgres` (the database of this configuration) or the address of an EventStoreDB (esdb://…).',
    'Stop every backend first, on all machines.',
    '--from-file, --to-file  a file that holds the address; use it because every account of the machine can read arguments',
  ],
  prepare: (args) => {
    const option = { type: 'string' } as const;
    const { values, positionals } = argumentsOf(args, {
      from: option,
      to: option,
      'from-file': option,
      'to-file': option,
    });
    requireNoMoreArguments(positionals);
    const source = addressArgument(
      '--from-file',
      values.from,
      values['from-file'],
      'Give --from or --from-file.',
    );
    const target = addressArgument('--to-file', values.to, values['to-file'], 'Give --to or --to-file.');
    requireTwoStores(knownAddress(source), knownAddress(target));
    return async ({ print, interruption }) => {
      const [from, to] = [await readAddress(source), await readAddress(target)];
      requireTwoStores(from, to);
      const { moveLog } = await import('../move-log.js');
      await moveLog({ from, to, say: print, interruption });
      print(
        to === 'postgres'
          ? 'All copied. Remove EVENT_STORE_URL from the configuration, and start the backends.'
          : 'All copied. Set EVENT_STORE_URL to the target, and start the backends.',
      );
      return EXIT.done;
    };
  },
};
