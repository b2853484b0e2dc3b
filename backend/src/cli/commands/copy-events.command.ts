import { UsageError } from '../../platform/errors/operator-error.js';
import { argumentsOf, type Command, EXIT, noMore } from '../command.js';
import { givenPlace, knownPlace, readPlace } from '../given-place.js';

const STORE = /^(postgres$|(esdb|kurrentdb)(\+discover)?:\/\/)/;

/** Source and target, as far as they are known. @throws UsageError */
function requireTwoStores(from: string | undefined, to: string | undefined): void {
  for (const [option, place] of Object.entries({ '--from': from, '--to': to })) {
    // Not repeated: an address carries a password.
    if (place !== undefined && !STORE.test(place))
      throw new UsageError(`${option} is neither 'postgres' nor begins with esdb://.`);
  }
  if (from !== undefined && from === to) throw new UsageError('Source and target are the same store.');
}

export const copyEventsCommand: Command = {
  name: 'events:copy',
  summary: 'Moves the event log between PostgreSQL and EventStoreDB, and proves the copy equal',
  usage: [
    '--from <store> --to <store>',
    '(--from <store> | --from-file <file>) (--to <store> | --to-file <file>)',
  ],
  notes: [
    'A store is `postgres` (the database of this configuration) or the address of an EventStoreDB (esdb://…).',
    'Stop every backend first, on all machines.',
    '--from-file, --to-file  the file that holds the address: an argument is read by every account of the machine',
  ],
  prepare: (args) => {
    const option = { type: 'string' } as const;
    const { values, positionals } = argumentsOf(args, {
      from: option,
      to: option,
      'from-file': option,
      'to-file': option,
    });
    noMore(positionals);
    const source = givenPlace('--from-file', values.from, values['from-file'], '--from is missing.');
    const target = givenPlace('--to-file', values.to, values['to-file'], '--to is missing.');
    requireTwoStores(knownPlace(source), knownPlace(target));
    return async ({ print, interruption }) => {
      const [from, to] = [await readPlace(source), await readPlace(target)];
      requireTwoStores(from, to);
      const { moveLog } = await import('../move-log.js');
      await moveLog({ from, to, say: print, interruption });
      print(
        to === 'postgres'
          ? 'Remove EVENT_STORE_URL and start.'
          : 'Set EVENT_STORE_URL to the target and start.',
      );
      return EXIT.done;
    };
  },
};
