import { randomBytes } from 'node:crypto';
import type { Position, UntrustedEvent } from '../event-store/event-store.js';
import { AppendKeys } from './append-keys.js';
import { marked } from './testing/marked.js';
import { TEST_LOG, trustOn } from './testing/test-trust.js';

const STREAM = 'note-1';

/** Returns a stream of three events, whose MACs are of these keys. */
const events = (keys?: AppendKeys): UntrustedEvent[] =>
  marked(
    [0, 1, 2].map((revision) => ({
      stream: STREAM,
      revision,
      id: `event-${revision}`,
      type: 'Noted.v1',
      data: Buffer.from('{"open":{}}'),
    })),
    keys === undefined ? {} : { keys },
  ).map((event) => ({ ...event, position: '' as Position }));
const GENUINE = events();
const FORGED = [...GENUINE.slice(0, 2), ...events(new AppendKeys(TEST_LOG, [randomBytes(32)])).slice(2)];

/** A process that reads a store which holds one stream. */
function process(parts: Parameters<typeof trustOn>[1] = {}) {
  const store = {
    events: GENUINE as readonly UntrustedEvent[],
    async readStream(_: string, { from = 0, limit = 1000 } = {}) {
      return this.events.slice(from, from + limit);
    },
    async *readAll() {
      yield { events: this.events, position: '1' as Position };
    },
  };
  const { log } = trustOn(store, parts);
  const readAll = async (): Promise<number[]> => {
    const read: number[] = [];
    for await (const batch of log.readAll({ after: undefined }))
      read.push(...batch.events.map(({ revision }) => revision));
    return read;
  };
  return { store, log, readAll };
}

describe('a stream that a process reads', () => {
  it('is closed at a forged event that comes in the order of the log', async () => {
    const { store, log, readAll } = process();
    store.events = FORGED;
    expect(await readAll()).toEqual([0, 1]);
    expect(log.placeIn(STREAM)).toEqual({ revision: 2, fault: 'mac' });
  });

  it('is open again as soon as it is read as a whole and has no fault', async () => {
    const { store, log } = process();
    store.events = FORGED;
    expect((await log.load(STREAM)).events).toHaveLength(2);
    expect(log.placeIn(STREAM)).toEqual({ revision: 2, fault: 'mac' });
    store.events = GENUINE;
    expect((await log.load(STREAM)).events).toHaveLength(3);
    expect(log.placeIn(STREAM)).toBeUndefined();
  });

  it('gives no event behind the place before which the operator ended it', async () => {
    const { log } = process({ endOf: () => 2 });
    expect(await log.load(STREAM)).toMatchObject({
      events: [{ revision: 0 }, { revision: 1 }],
      untrusted: { revision: 2, fault: 'ended' },
    });
  });

  it('gives no event in the order of the log if its name has no form of our stream names', async () => {
    const { readAll } = process({ isOwnStream: () => false });
    expect(await readAll()).toEqual([]);
  });
});
