import { CalledWrongly } from '../../platform/operator-error.js';
import { argumentsOf, type Command, EXIT, noMore } from '../command.js';

const STORE = /^(postgres$|(esdb|kurrentdb)(\+discover)?:\/\/)/;

/** @throws CalledWrongly */
function storeIn(option: string, place: string | undefined): string {
  if (place === undefined) throw new CalledWrongly(`${option} is missing.`);
  // Not repeated: an address carries a password.
  if (!STORE.test(place)) throw new CalledWrongly(`${option} is neither 'postgres' nor begins with esdb://.`);
  return place;
}

export const copyEventsCommand: Command = {
  name: 'events:copy',
  summary: 'Moves the event log between PostgreSQL and EventStoreDB, and proves the copy equal',
  usage: ['--from <store> --to <store>'],
  notes: [
    'A store is `postgres` (the database of this configuration) or the address of an EventStoreDB (esdb://…).',
    'Stop every backend first.',
  ],
  prepare: (args) => {
    const { values, positionals } = argumentsOf(args, { from: { type: 'string' }, to: { type: 'string' } });
    noMore(positionals);
    const [from, to] = [storeIn('--from', values.from), storeIn('--to', values.to)];
    if (from === to) throw new CalledWrongly('Source and target are the same store.');
    return async ({ print, interruption }) => {
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
