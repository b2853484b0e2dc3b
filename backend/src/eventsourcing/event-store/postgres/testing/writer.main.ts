/**
 * A process that appends to its own streams and follows the whole log, for tests with several processes.
 * Arguments: `<url> <name> <own> <all>`. Prints `ready` before it appends, and `written` when it has appended
 * `own` events. Once it has seen `all` events, it prints the events in the order in which it saw them.
 */
import { write } from '../../testing/contract-parts.js';
import { createPostgresEventStore } from '../postgres-event-store.js';

async function main(url: string, name: string, own: number, all: number): Promise<void> {
  const store = await createPostgresEventStore({ url });
  const seen: string[] = [];
  const complete = new Promise<void>((resolve) => {
    store.subscribe({
      after: undefined,
      onBatch: async (events) => {
        for (const event of events) seen.push(`${event.stream}/${event.revision}`);
        if (seen.length >= all) resolve();
        await Promise.resolve();
      },
    });
  });
  process.stdout.write('ready\n');
  await Promise.all([0, 1, 2, 3].map((n) => write(store, `${name}-${n}`, own / 4)));
  process.stdout.write('written\n');
  await complete;
  process.stdout.write(`${seen.join(' ')}\n`);
  await store.close();
}

const [url = '', name = '', own = '', all = ''] = process.argv.slice(2);
main(url, name, Number(own), Number(all)).catch((error: unknown) => {
  process.stdout.write(`${String(error)}\n`);
  process.exitCode = 1;
});
