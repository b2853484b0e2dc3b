/**
 * Serves a log of `<count>` events from the protocol server and follows it with a subscription. It runs in a
 * process of its own, so that the measured memory belongs only to the server and the adapter, and not to a
 * test runner. Prints the highest memory usage minus the usage after the first fifth of the events, in bytes.
 */
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { createEventStoreDbEventStore } from '../eventstoredb-event-store.js';
import { ProtocolServer } from './protocol-server.js';

async function main(count: number): Promise<void> {
  setFlagsFromString('--expose-gc');
  const collect = runInNewContext('gc') as () => void;
  const server = new ProtocolServer();
  await server.start();
  const event = {
    type: 'Noted.v1',
    contentType: 'application/json',
    data: new Uint8Array(200),
    metadata: new Uint8Array(100),
  };
  for (let n = 0; n < count; n += 1000) {
    const ids = Array.from(
      { length: 1000 },
      (_, at) => `00000000-0000-4000-8000-${String(n + at).padStart(12, '0')}`,
    );
    server.log.append(
      `nda-${n}`,
      'no-stream',
      ids.map((id) => ({ ...event, id })),
    );
  }
  const store = await createEventStoreDbEventStore({ connectionString: server.url });
  const used: number[] = [];
  let seen = 0;
  await new Promise<void>((resolve) => {
    store.subscribe({
      after: undefined,
      onBatch: async (batch) => {
        seen += batch.length;
        if (seen * 5 >= count * (used.length + 1)) {
          collect();
          const { heapUsed, arrayBuffers } = process.memoryUsage();
          used.push(heapUsed + arrayBuffers);
        }
        if (seen >= count) resolve();
        await Promise.resolve();
      },
    });
  });
  await store.close();
  await server.stop();
  process.stdout.write(`${Math.max(...used) - (used[0] ?? 0)}\n`);
}

main(Number(process.argv[2])).catch((error: unknown) => {
  process.stderr.write(`${String(error)}\n`);
  process.exitCode = 1;
});
