import { randomBytes } from 'node:crypto';
import type { Position, UntrustedEvent } from '../event-store/event-store.js';
import { encodeMetadata, parseMetadata } from '../journal/event-encoding.js';
import type { Journal } from '../journal/journal.js';
import { chained } from '../journal/testing/chained.js';
import { AppendKeys } from './append-keys.js';
import { type Authenticated, Authenticator, BEGINNING, type StoredEvent } from './authenticate.js';
import { STREAM_ENDED } from './ended.js';
import { marked as markedEvents } from './testing/marked.js';

const STREAM = 'note-1';
const keys = new AppendKeys('log-a', [randomBytes(32)]);

/** Returns a stream whose events have MACs. */
function marked(by: Pick<AppendKeys, 'markOf'> = keys, length = 4, stream = STREAM): UntrustedEvent[] {
  const events = Array.from({ length }, (_, revision) => ({
    format: 2 as const,
    stream,
    revision,
    id: `${stream}-${revision}`,
    type: 'Noted.v1',
    data: Buffer.from(JSON.stringify({ open: { revision }, sealed: 'AQID', keyId: 'key' })),
  }));
  return chained(events).map(({ hash, ...event }, at) => ({
    ...event,
    metadata: encodeMetadata({
      ...parseMetadata(event),
      mac: by.markOf({ stream, revision: event.revision, hash }),
    }),
    position: `p-${at}` as Position,
  }));
}

/** Returns a stream of the time before MACs, in both formats. */
const unmarked = (stream = STREAM): UntrustedEvent[] =>
  chained(
    [1, 1, 2, 2].map((format, revision) => ({
      format: format as 1 | 2,
      stream,
      revision,
      id: `old-${revision}`,
      type: 'Noted.v1',
      data: Buffer.from(JSON.stringify({ open: { revision } })),
    })),
  ).map((one, at) => {
    const { hash: _, ...event } = one;
    return { ...event, position: `p-${at}` as Position };
  });

const hashesOf = (events: readonly UntrustedEvent[]): string[] =>
  events.map((event) => parseMetadata(event).hash);
const adopting = (events: readonly UntrustedEvent[], by = keys) =>
  new Authenticator(by, {
    hashesOf: (stream) => Promise.resolve(stream === STREAM ? hashesOf(events) : []),
  });
const verdict = ({ events, untrusted }: Authenticated) => [events.length, untrusted?.fault];
const check = (events: readonly UntrustedEvent[], by = new Authenticator(keys)) =>
  by.stream(STREAM, events, BEGINNING);
const replaced = (events: readonly UntrustedEvent[], at: number, change: Partial<UntrustedEvent>) =>
  events.map((event, index) => (index === at ? { ...event, ...change } : event));
const at = (events: readonly UntrustedEvent[], index: number) => events[index] as UntrustedEvent;

describe('a stream that this service wrote', () => {
  it('is authenticated whole, and from any authenticated event on', async () => {
    const events = marked();
    const whole = await check(events);
    expect(whole).toEqual({ events, last: { revision: 3, hash: hashesOf(events)[3] }, untrusted: undefined });
    const first = await check(events.slice(0, 2));
    const rest = await new Authenticator(keys).stream(STREAM, events.slice(2), first.last);
    expect(rest).toEqual({ ...whole, events: events.slice(2) });
    expect(await check([])).toEqual({ events: [], last: BEGINNING, untrusted: undefined });
  });

  it('is authenticated by any key of the list', async () => {
    const secret = randomBytes(32);
    const events = marked(new AppendKeys('log-a', [secret]));
    const rotated = new AppendKeys('log-a', [randomBytes(32), secret]);
    expect(verdict(await check(events, new Authenticator(rotated)))).toEqual([4, undefined]);
  });
});

describe('a stream that somebody changed counts only up to the first change', () => {
  it.each<[string, (events: UntrustedEvent[]) => readonly UntrustedEvent[], number, string]>([
    ['deleted first', (events) => events.slice(1), 0, 'revision'],
    ['deleted in the middle', (events) => events.toSpliced(1, 1), 1, 'revision'],
    [
      'deleted in the middle, later events renumbered',
      (events) => events.toSpliced(1, 1).map((event, revision) => ({ ...event, revision })),
      1,
      'hash',
    ],
    ['repeated', (events) => events.toSpliced(2, 0, at(events, 1)), 2, 'revision'],
    ['swapped', (events) => [at(events, 1), at(events, 0), ...events.slice(2)], 0, 'revision'],
    ['of another stream', (events) => replaced(events, 2, at(marked(keys, 4, 'note-2'), 2)), 2, 'revision'],
    [
      'of another stream, under the name of this one',
      (events) => replaced(events, 2, { ...at(marked(keys, 4, 'note-2'), 2), stream: STREAM }),
      2,
      'hash',
    ],
    [
      'of another branch of the same length',
      (events) => {
        const other = marked().map((event) => ({ ...event, id: `x-${event.id}` }));
        return [...events.slice(0, 2), ...chainedAgain(other).slice(2)];
      },
      2,
      'link',
    ],
    ['of another log', () => marked(new AppendKeys('log-b', [randomBytes(32)])), 0, 'mac'],
    [
      'without a MAC',
      (events) => replaced(events, 3, { metadata: withMac(at(events, 3), undefined) }),
      3,
      'mac',
    ],
    [
      'with the MAC of another event',
      (events) => replaced(events, 3, { metadata: withMac(at(events, 3), parseMetadata(at(events, 2)).mac) }),
      3,
      'mac',
    ],
  ])('%s', async (_, change, count, fault) => {
    const events = marked();
    const result = await check(change(events));
    expect(verdict(result)).toEqual([count, fault]);
    expect(result.untrusted?.revision).toBe(count);
    expect(result.last.revision).toBe(count - 1);
  });

  /** Chains and marks the events again, as their writer would have. */
  function chainedAgain(events: readonly UntrustedEvent[]): UntrustedEvent[] {
    const again = chained(
      events.map(({ stream, revision, id, type, data }) => ({
        format: 2 as const,
        stream,
        revision,
        id,
        type,
        data: Buffer.from(data),
      })),
    );
    return again.map(({ hash, ...event }, index) => ({
      ...event,
      metadata: encodeMetadata({
        ...parseMetadata(event),
        mac: keys.markOf({ stream: event.stream, revision: event.revision, hash }),
      }),
      position: `p-${index}` as Position,
    }));
  }
  const withMac = (event: UntrustedEvent, mac: string | undefined) =>
    encodeMetadata({ ...parseMetadata(event), mac });

  it('whichever stored byte was changed', async () => {
    const events = marked(keys, 3);
    for (const part of ['data', 'metadata'] as const) {
      const bytes = at(events, 1)[part];
      for (let byte = 0; byte < bytes.length; byte += 1)
        for (const bit of [1, 2, 128]) {
          const altered = Buffer.from(bytes);
          altered[byte] = (altered[byte] ?? 0) ^ bit;
          const result = await check(replaced(events, 1, { [part]: altered }));
          expect(result.events).toHaveLength(1);
        }
    }
    for (const change of [{ id: 'x' }, { type: 'Noted.v2' }, { type: 'Other.v1' }])
      expect(verdict(await check(replaced(events, 1, change)))).toEqual([1, 'hash']);
  });

  it.each([5, true, null, {}, ['a'], ''])('whatever the MAC is: %j', async (mac) => {
    const events = marked();
    const metadata = Buffer.from(JSON.stringify({ ...parseMetadata(at(events, 3)), mac }));
    expect((await check(replaced(events, 3, { metadata }))).events).toHaveLength(3);
  });

  it('if its metadata are spelled in another way, although its MAC is right', async () => {
    const events = marked();
    const metadata = Buffer.concat([at(events, 1).metadata, Buffer.from(' ')]);
    expect(verdict(await check(replaced(events, 1, { metadata })))).toEqual([1, 'encoding']);
  });

  it('if it came without its data, too', async () => {
    const [forged] = marked(new AppendKeys('log-a', [randomBytes(32)]), 1);
    const event = { ...(forged as UntrustedEvent), data: Buffer.alloc(0) };
    const bare = { ...event, metadata: withMac(event, undefined) };
    for (const one of [event, bare])
      expect(await new Authenticator(keys).alone(one, { withoutData: true })).toBe('mac');
  });

  it.each(['blind', 'content'])('whatever the %s is', async (member) => {
    const events = marked();
    for (const value of [null, 5, true, {}, { length: 1e12 }, ['a']]) {
      const metadata = Buffer.from(JSON.stringify({ ...parseMetadata(at(events, 3)), [member]: value }));
      const changed = replaced(events, 3, { metadata });
      expect(verdict(await check(changed))).toEqual([3, 'encoding']);
      const alone = new Authenticator(keys).alone(at(changed, 3), { withoutData: true });
      expect(await alone).toBe('encoding');
    }
  });
});

describe('a stream from before MACs', () => {
  it('counts if it was adopted, with events that were written later', async () => {
    const old = unmarked();
    const { hash: previousHash } = parseMetadata(at(old, 3));
    expect(verdict(await check(old, adopting(old)))).toEqual([4, undefined]);
    expect(verdict(await check(old))).toEqual([0, 'mac']);
    expect(previousHash).toHaveLength(64);
  });

  it('counts only up to the last event that was adopted', async () => {
    const old = unmarked();
    expect(verdict(await check(old, adopting(old.slice(0, 2))))).toEqual([2, 'mac']);
  });

  it('does not count with another event at an adopted place', async () => {
    const old = unmarked();
    const other = replaced(old, 1, { data: Buffer.from('{"open":{"revision":7}}') });
    expect(verdict(await check(other, adopting(old)))).toEqual([1, 'hash']);
    expect(verdict(await check(old, adopting(old.toSpliced(1, 1, at(old, 2)))))).toEqual([1, 'mac']);
  });

  it('does not count at another place, even if a row says that its leaf is there, and without the data', async () => {
    const old = unmarked();
    const last = at(old, 3);
    const moved = { ...last, revision: 7, data: Buffer.alloc(0) };
    const hash = parseMetadata(last).hash;
    const by = new Authenticator(keys, { hashesOf: async () => Array<string>(8).fill(hash) });
    const withoutData = { ...last, data: Buffer.alloc(0) };
    expect(await by.alone(withoutData, { withoutData: true })).toEqual({ revision: 3, hash });
    expect(await by.alone(moved, { withoutData: true })).toBe('hash');
  });

  it('is read again if it names no content hash and came without its data, so that the data are checked', async () => {
    const old = unmarked();
    const altered = replaced(old, 1, { data: Buffer.from('{"open":{"revision":7}}') });
    const other = replaced(old, 1, { type: 'Other.v1' });
    const read: number[] = [];
    const withoutData = { ...at(old, 1), data: Buffer.alloc(0) };
    const result = (stored: readonly UntrustedEvent[]) => {
      const adopted = { hashesOf: async () => hashesOf(old) };
      const by = new Authenticator(keys, adopted, async (_, revision) => {
        read.push(revision);
        return stored[revision];
      });
      return by.alone(withoutData, { withoutData: true });
    };
    expect(await result(old)).toEqual({ revision: 1, hash: hashesOf(old)[1] });
    for (const stored of [altered, other, old.slice(0, 1)]) expect(await result(stored)).toBe('hash');
    expect(read).toEqual([1, 1, 1, 1]);
    // The stored event is genuine, but the one that was delivered is another one.
    const by = new Authenticator(keys, { hashesOf: async () => hashesOf(old) }, async () => at(old, 1));
    for (const change of [{ type: 'Other.v1' }, { id: 'x' }])
      expect(await by.alone({ ...withoutData, ...change }, { withoutData: true })).toBe('hash');
  });

  it('counts without its data too if a repair gave an event of format 1 a MAC', async () => {
    const old = unmarked();
    const { hash } = parseMetadata(at(old, 0));
    const mac = keys.markOf({ stream: STREAM, revision: 0, hash });
    const put = { ...at(old, 0), metadata: encodeMetadata({ ...parseMetadata(at(old, 0)), mac }) };
    const by = new Authenticator(keys, undefined, async () => put);
    const withoutData = { ...put, data: Buffer.alloc(0) };
    expect(await by.alone(withoutData, { withoutData: true })).toEqual({ revision: 0, hash });
    expect(await new Authenticator(keys).alone(withoutData, { withoutData: true })).toBe('hash');
  });

  it('costs one look-up for each stream of a batch, however many events of others are in it', async () => {
    const asked: string[] = [];
    const by = new Authenticator(keys, {
      hashesOf: async (stream) => {
        asked.push(stream);
        return [];
      },
    });
    for (const _ of ['one batch', 'another']) {
      const batch = by.forBatch();
      for (const events of [unmarked(), unmarked('note-2')])
        for (const event of events) expect(await batch.alone(event)).toBe('mac');
    }
    expect(asked).toEqual([STREAM, 'note-2', STREAM, 'note-2']);
  });

  it('reveals each altered byte', async () => {
    const old = unmarked();
    const by = adopting(old);
    for (const index of [1, 2])
      for (const part of ['data', 'metadata'] as const) {
        const bytes = at(old, index)[part];
        for (let byte = 0; byte < bytes.length; byte += 1) {
          const altered = Buffer.from(bytes);
          altered[byte] = (altered[byte] ?? 0) ^ 1;
          expect((await check(replaced(old, index, { [part]: altered }), by)).events).toHaveLength(index);
        }
      }
  });
});

it('is the only way to an event that is decoded: an event that nobody checked does not compile', async () => {
  const decoded = (journal: Pick<Journal, 'decode'>, untrusted: UntrustedEvent, stored: StoredEvent) => [
    // @ts-expect-error nobody has authenticated the event
    journal.decode(untrusted),
    journal.decode(stored),
  ];
  const { events } = await check(marked());
  const journal = { decode: ({ revision }: StoredEvent) => revision } as unknown as Pick<Journal, 'decode'>;
  expect(decoded(journal, at(marked(), 1), events[2] as StoredEvent)).toEqual([1, 2]);
});

it('hashes an event once, however often it is read', async () => {
  const events = marked();
  const counted = { hasMade: jest.fn(keys.hasMade.bind(keys)) };
  const by = new Authenticator(counted);
  await check(events, by);
  await check(events, by);
  expect(counted.hasMade).toHaveBeenCalledTimes(4);
});

describe('an event that ends its stream', () => {
  const events = (stream: string): UntrustedEvent[] => {
    const types = ['Noted.v1', STREAM_ENDED, 'Noted.v1'];
    const unmarkedEvents = types.map((type, revision) => {
      const data = Buffer.from('{"open":{}}');
      return { stream, revision, id: `${stream}-${revision}`, type, data };
    });
    return markedEvents(unmarkedEvents, { keys }).map((event) => ({ ...event, position: '' as Position }));
  };

  it('counts no more, and nothing behind it counts', async () => {
    expect(verdict(await check(events(STREAM)))).toEqual([1, 'ended']);
    expect(await new Authenticator(keys).alone(at(events(STREAM), 1))).toMatchObject({ isEnd: true });
  });

  it('is followed by no event that counts', async () => {
    const [, end, next] = events(STREAM) as [UntrustedEvent, UntrustedEvent, UntrustedEvent];
    const by = new Authenticator(keys);
    const last = await by.alone(end);
    if (typeof last === 'string') throw new Error(last);
    expect(await by.next(next, last)).toBe('ended');
  });

  it('needs a MAC as every other event does', async () => {
    const [first, end] = events(STREAM) as [UntrustedEvent, UntrustedEvent];
    const forged = { ...end, metadata: encodeMetadata({ ...parseMetadata(end), mac: undefined }) };
    expect(verdict(await check([first, forged]))).toEqual([1, 'mac']);
  });

  it('is an ordinary event in a stream of trust, which records the ends of other streams', async () => {
    const trusted = events('trust-of-note-1');
    expect(verdict(await new Authenticator(keys).stream('trust-of-note-1', trusted, BEGINNING))).toEqual([
      3,
      undefined,
    ]);
  });
});
