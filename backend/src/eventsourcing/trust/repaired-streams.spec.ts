import type { EventStore, Position, UntrustedEvent } from '../event-store/event-store.js';
import { parseMetadata } from '../journal/event-encoding.js';
import { marked } from './testing/marked.js';
import { trustOn } from './testing/test-trust.js';
import type { Accepts } from './closed-streams.js';
import type { TrustedLog } from './trusted-log.js';

const STREAM = 'note-1';

/** Events of one stream as the service wrote them. @param after the event that they follow */
function written(length: number, branch: string, after?: UntrustedEvent): UntrustedEvent[] {
  const first = after === undefined ? 0 : after.revision + 1;
  const events = Array.from({ length }, (_, n) => ({
    stream: STREAM,
    revision: first + n,
    id: `${branch}-${first + n}`,
    type: 'Noted.v1',
    data: Buffer.from(JSON.stringify({ open: { branch, n } })),
  }));
  const previous = after === undefined ? {} : { previousHash: parseMetadata(after).hash };
  return marked(events, previous).map((event) => ({ ...event, position: event.id as Position }));
}

/** A store whose rows a test changes behind the back of the log. */
class Rows implements Pick<EventStore, 'readStream' | 'readAll'> {
  rows: readonly UntrustedEvent[] = [];
  /** The events that a reader in log order still gets; by default all. */
  news: readonly UntrustedEvent[] | undefined;
  reads = 0;

  async readStream(
    _: string,
    { from = 0, limit = Number.POSITIVE_INFINITY } = {},
  ): Promise<UntrustedEvent[]> {
    this.reads += 1;
    return this.rows.filter(({ revision }) => revision >= from).slice(0, limit);
  }

  async *readAll(): AsyncGenerator<{ events: readonly UntrustedEvent[]; position: Position }> {
    yield { events: this.news ?? this.rows, position: '' as Position };
  }
}

let store: Rows;
let log: TrustedLog;
beforeEach(() => {
  store = new Rows();
  log = trustOn(store).log;
});

/** Revisions of the events that a reader in log order gets. */
async function got(): Promise<number[]> {
  const found: number[] = [];
  for await (const { events } of log.readAll({ after: undefined }))
    found.push(...events.map(({ revision }) => revision));
  return found;
}

describe('a reader in log order', () => {
  const all = written(5, 'a');
  const altered = all.map((event, n) => (n === 2 ? { ...event, data: Buffer.from('{}') } : event));

  it('gets the events behind a place that was repaired, although nobody else loads the stream', async () => {
    store.rows = altered;
    expect(await got()).toEqual([0, 1]);
    store.rows = all;
    expect(await got()).toEqual([0, 1, 2, 3, 4]);
  });

  it('reads a closed stream at most once for each batch, and never because of events of others', async () => {
    store.rows = altered;
    await got();
    store.reads = 0;
    expect(await got()).toEqual([0, 1]);
    expect(store.reads).toBe(1);
    store.rows = altered.filter(({ revision }) => revision < 3);
    store.reads = 0;
    await got();
    expect(store.reads).toBe(0);
  });

  it('gets the events behind a branch that replaced the one that it remembers, if the operator chose it', async () => {
    const others = written(3, 'b', all[2]);
    for (const accepts of [() => true, () => false]) {
      ({ log } = trustOn(store, { accepts }));
      store.rows = all;
      store.news = undefined;
      await got();
      store.rows = [...all.slice(0, 3), ...others];
      store.news = others.slice(2);
      expect(await got()).toEqual(accepts() ? [5] : []);
    }
  });
});

describe('a stream that the operator ended', () => {
  const all = written(5, 'a');

  it('is closed where the record says, although somebody took away the event that marks the end', async () => {
    ({ log } = trustOn(store, { endOf: () => 3 }));
    store.rows = all;
    expect(await log.load(STREAM)).toMatchObject({
      last: { revision: 2 },
      untrusted: { revision: 3, fault: 'ended' },
    });
    expect((await log.load(STREAM, { to: 2 })).untrusted).toBeUndefined();
    expect(await got()).toEqual([0, 1, 2]);
    store.rows = all.slice(0, 3);
    expect((await log.load(STREAM)).untrusted).toEqual({ revision: 3, fault: 'ended' });
    expect(log.placeIn(STREAM)).toEqual({ revision: 3, fault: 'ended' });
  });
});

describe('a stream with a fork that the operator decided', () => {
  const common = written(3, 'a');
  const [chosen, given, third] = ['b', 'c', 'd'].map((branch) => written(2, branch, common[2])) as [
    UntrustedEvent[],
    UntrustedEvent[],
    UntrustedEvent[],
  ];
  const hashOf = (event: UntrustedEvent | undefined): string =>
    event === undefined ? '' : parseMetadata(event).hash;

  it('is open only while the chosen event is stored', async () => {
    const found: string[] = [];
    const accepts: Accepts = (_, revision, kind, hash) =>
      kind === 'forked' && revision === 3 && (hash === undefined || hash === hashOf(chosen[0]));
    const trust = trustOn(store, { accepts, found: (_, { fault }) => void found.push(fault) });
    trust.closed.fork(STREAM, 3);
    store.rows = [...common, ...chosen];
    expect((await trust.log.load(STREAM)).untrusted).toBeUndefined();
    expect(found).toEqual([]);
    for (const branch of [given, third]) {
      store.rows = [...common, ...branch];
      const another = trustOn(store, { accepts, found: (_, { fault }) => void found.push(fault) });
      another.closed.fork(STREAM, 3);
      expect((await another.log.load(STREAM)).untrusted).toEqual({ revision: 3, fault: 'forked' });
    }
    expect(found).toEqual(['forked', 'forked']);
  });
});
