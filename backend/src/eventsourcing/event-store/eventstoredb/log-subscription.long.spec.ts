import { join } from 'node:path';
import { runTypeScript } from '../../../platform/testing/typescript-child.js';
import { event, events, write } from '../testing/contract-parts.js';
import { scaledTimeout } from '../../../platform/testing/scaled-timeout.js';
import { tenthUnlessLong } from '../../../platform/testing/long-run.js';
import { until } from '../../../platform/testing/until.js';
import type { EventStore, Position } from '../event-store.js';
import { OpenStores } from './testing/open-stores.js';
import type { ProtocolServer } from './testing/protocol-server.js';

const stores = new OpenStores();
afterEach(() => stores.close());

const fill = (server: ProtocolServer, stream: string, count: number): void => {
  const proposal = {
    type: 'Noted.v1',
    contentType: 'application/json',
    data: new Uint8Array(200),
    metadata: new Uint8Array(100),
  };
  const proposals = Array.from({ length: count }, (_, n) => ({
    ...proposal,
    id: `00000000-0000-4000-8000-${String(n).padStart(12, '0')}`,
  }));
  server.log.append(stream, 'any', proposals);
};

const settled = async (count: () => number): Promise<void> => {
  for (let last = -1; last !== count(); ) {
    last = count();
    // Allowed: only a wait can show that no more events come.
    await new Promise((resolve) => setTimeout(resolve, scaledTimeout(100)));
  }
};

describe('checkpoints', () => {
  const positionsOf = (
    store: EventStore,
    after: Position | undefined,
    positions: Position[],
    streamPrefixes?: readonly string[],
  ) =>
    store.subscribe({
      after,
      ...(streamPrefixes && { streamPrefixes }),
      onBatch: (_, position) => Promise.resolve(void positions.push(position)),
    });

  it("advance over other applications' events, so that a restart does not read them again", async () => {
    const server = await stores.server();
    const store = await stores.open(server.url, { streamPrefix: 'ours-' });
    await store.append('nda-1', 'no-stream', [event('first')]);
    for (let n = 0; n < 5_000; n++) server.log.writeSystemEvent();
    const positions: Position[] = [];
    const subscription = positionsOf(store, undefined, positions);
    // A checkpoint counts only once the next checkpoint has arrived.
    await until(() => Number(positions.at(-1)) > Number(server.log.events.at(3_900)?.position));
    await subscription.stop();
    expect(await store.holds(positions.at(-1) as Position)).toBe(true);
    expect(Number(positions.at(-1))).toBeGreaterThan(Number(await store.head()));
    const resumed: Position[] = [];
    const again = positionsOf(store, positions.at(-1), resumed);
    const { position } = await store.append('nda-1', 0, [event('second')]);
    await until(() => resumed.at(-1) === position);
    await again.stop();
  });

  it('do not make the server send events that nobody wants', async () => {
    const server = await stores.server();
    const store = await stores.open(server.url);
    fill(server, 'voucher-1', 3_000);
    await store.append('nda-1', 'no-stream', [event('mine')]);
    fill(server, 'voucher-2', 3_000);
    const end = await store.head();
    server.sentEvents = 0;
    const positions: Position[] = [];
    const subscription = positionsOf(store, undefined, positions, ['nda-']);
    await until(() => positions.at(-1) === end);
    await subscription.stop();
    // When the subscription goes live, the server sends the events of the last two checkpoint windows, even
    // unwanted events.
    expect(server.sentEvents).toBeLessThan(1_200);
  });

  it('are refused if they are past the end or malformed', async () => {
    const server = await stores.server();
    const store = await stores.open(server.url);
    const { position } = await store.append('nda-1', 'no-stream', [event('one')]);
    expect(await store.holds(String(Number(position) + 1) as Position)).toBe(false);
    for (const other of ['', '-1', '1.5', '1/2/3', '0x1', '1e3'])
      expect(await store.holds(other as Position)).toBe(false);
  });
});

describe('a subscriber', () => {
  it('makes the server wait if it is slow, and buffers no more than a batch', async () => {
    const server = await stores.server();
    const store = await stores.open(server.url);
    fill(server, 'nda-1', 20_000);
    server.sentEvents = 0;
    let release: () => void = () => undefined;
    const held = new Promise<void>((resolve) => {
      release = resolve;
    });
    let seen = 0;
    const subscription = store.subscribe({
      after: undefined,
      batchSize: 100,
      onBatch: async (batch) => {
        await held;
        seen += batch.length;
      },
    });
    await until(() => server.sentEvents > 100);
    await settled(() => server.sentEvents);
    const sent = server.sentEvents;
    release();
    expect(sent).toBeLessThan(2_000);
    await until(() => seen === 20_000);
    await subscription.stop();
  });

  it('gets new events at once', async () => {
    const server = await stores.server();
    const store = await stores.open(server.url);
    let seen = 0;
    let caughtUp = false;
    const subscription = store.subscribe({
      after: undefined,
      onBatch: (batch) => Promise.resolve(void (seen += batch.length)),
      onCaughtUp: () => (caughtUp = true),
    });
    await until(() => caughtUp);
    const appending: number[] = [];
    const waiting: number[] = [];
    for (let n = 0; n < 40; n++) {
      const start = performance.now();
      await store.append(`s-${n}`, 'no-stream', [event('new')]);
      const appended = performance.now();
      while (seen <= n) await new Promise((resolve) => setImmediate(resolve));
      appending.push(appended - start);
      waiting.push(performance.now() - appended);
    }
    const median = (times: number[]): number => times.sort((a, b) => a - b)[20] ?? NaN;
    expect(median(waiting)).toBeLessThan(3 * median(appending));
    await subscription.stop();
  });

  it('leaks no memory over very many events', async () => {
    const replay = runTypeScript(join(__dirname, 'testing/replay.main.ts'), String(tenthUnlessLong(200_000)));
    expect(Number(await replay.line())).toBeLessThan(4 * 1024 * 1024);
  });

  it('can be stopped while no server answers it', async () => {
    const server = await stores.server();
    const store = await stores.open(server.url, { deadlineMs: scaledTimeout(100) });
    await write(store, 's-1', 3);
    server.faults.silent = true;
    const faults: unknown[] = [];
    const subscription = store.subscribe({
      after: undefined,
      onBatch: async () => {},
      onFault: (error) => faults.push(error),
    });
    await until(() => faults.length > 0);
    expect(String(faults[0])).toMatch(/did not answer in time/);
    await subscription.stop();
    await store.append('never-1', 'no-stream', events(1, 'e')).catch(() => undefined);
  });
});

describe('a subscription that the server has silently lost', () => {
  it('gives no sign of life while an event is missing, and is opened again', async () => {
    const server = await stores.server();
    const store = await stores.open(server.url);
    const seen: string[] = [];
    let signs = 0;
    const faults: unknown[] = [];
    const subscription = store.subscribe({
      after: undefined,
      onBatch: (batch) => Promise.resolve(void seen.push(...batch.map(({ stream }) => stream))),
      onSignOfLife: () => (signs += 1),
      onFault: (error) => faults.push(error),
    });
    await store.append('nda-1', 'no-stream', [event('first')]);
    await until(() => seen.length === 1 && signs > 0);
    server.loseSubscriptions();
    // There are still signs of life, because the subscriber does not lack an event yet.
    const before = signs;
    await until(() => signs > before);
    await store.append('nda-2', 'no-stream', [event('second')]);
    const then = signs;
    await until(() => seen.length === 2);
    expect(signs - then).toBeLessThanOrEqual(1);
    expect(faults).toMatchObject([
      { message: expect.stringContaining('does not send new events') as string },
    ]);
    await until(() => signs > then + 1);
    await subscription.stop();
  });
});
