import type { Position, ReadStreamOptions, UntrustedEvent } from '../event-store/event-store.js';
import { parseMetadata } from '../journal/event-encoding.js';
import { BEGINNING } from './authenticate.js';
import type { Link, UntrustedPlace } from './authenticate.js';
import { marked } from './testing/marked.js';
import { trustOn } from './testing/test-trust.js';

const STREAM = 'note-1';

/** Returns a genuine stream. Two branches differ from the first event of another branch on. */
function branch(name: string, length: number, before: readonly UntrustedEvent[] = []): UntrustedEvent[] {
  const last = before.at(-1);
  const made = marked(
    Array.from({ length }, (_, n) => ({
      stream: STREAM,
      revision: before.length + n,
      id: `${name}-${n}`,
      type: 'Noted.v1',
      data: Buffer.from(JSON.stringify({ open: { name } })),
    })),
    last === undefined ? {} : { previousHash: parseMetadata(last).hash },
  );
  return [...before, ...made.map((event) => ({ ...event, position: '' as Position }))];
}
const linkOf = (event: UntrustedEvent | undefined) =>
  event === undefined ? BEGINNING : { revision: event.revision, hash: parseMetadata(event).hash };

/** A process that reads a store in which somebody changes the events. */
function process(accepted: readonly number[] = []) {
  const found: UntrustedPlace[] = [];
  const store = {
    events: [] as readonly UntrustedEvent[],
    reads: 0,
    /** Called before each read. */
    onRead: (): void => undefined,
    async readStream(_: string, { from = 0, limit = 1000 }: ReadStreamOptions = {}) {
      this.reads += 1;
      this.onRead();
      return this.events.filter(({ revision }) => revision >= from).slice(0, limit);
    },
    async *readAll() {
      yield { events: this.events, position: '1' as Position };
    },
  };
  const trust = trustOn(store, {
    found: (_, place) => void found.push(place),
    accepts: (_, revision) => accepted.includes(revision),
  });
  const { log, closed } = trust;
  return {
    store,
    found,
    log,
    closed,
    load: async (options?: Parameters<typeof log.load>[1]) => {
      const { events, last, untrusted } = await log.load(STREAM, options);
      expect(last.revision).toBe((options?.after?.revision ?? -1) + events.length);
      return [events.length, untrusted?.revision, untrusted?.fault];
    },
    readAll: async () => {
      const read: number[] = [];
      for await (const { events } of log.readAll({ after: undefined }))
        read.push(...events.map(({ revision }) => revision));
      return read;
    },
  };
}

const FIRST = branch('first', 4);
const [ZERO, ONE, TWO] = [FIRST.slice(0, 1), FIRST.slice(0, 2), FIRST.slice(0, 3)];

describe('a process that saw a stream', () => {
  it('refuses the stream where its end was cut off, until the events are back', async () => {
    const { store, load, found } = process();
    store.events = FIRST;
    expect(await load()).toEqual([4, undefined, undefined]);
    store.events = TWO;
    expect(await load()).toEqual([3, 3, 'missing']);
    store.events = [];
    expect(await load()).toEqual([0, 0, 'missing']);
    expect(found).toEqual([
      { revision: 3, fault: 'missing' },
      { revision: 0, fault: 'missing' },
    ]);
    store.events = branch('later', 1, FIRST);
    expect(await load()).toEqual([5, undefined, undefined]);
  });

  it('refuses it where its end was cut off and filled again, whatever length it has now', async () => {
    for (const length of [1, 2, 5]) {
      const { store, load } = process();
      store.events = FIRST;
      await load();
      store.events = branch('second', length, TWO);
      expect(await load()).toEqual([3, 3, 'forked']);
      store.events = branch('second', length, ZERO);
      expect(await load()).toEqual([1, 1, 'forked']);
      store.events = branch('second', length);
      expect(await load()).toEqual([0, 0, 'forked']);
    }
  });

  it('refuses a long stream where it is altered or cut, although it remembers only the last events', async () => {
    const long = branch('long', 150);
    const altered = long.map((event) =>
      event.revision === 30 ? { ...event, data: Buffer.from('{"open":{"name":"other"}}') } : event,
    );
    for (const [events, expected] of [
      [altered, [30, 30, 'hash']],
      [long.slice(0, 40), [40, 40, 'missing']],
      [branch('other', 120, long.slice(0, 140)), [140, 140, 'forked']],
      [branch('other', 120, long.slice(0, 20)), [0, 0, 'forked']],
    ] as const) {
      const { store, load } = process();
      store.events = long;
      await load();
      store.events = events;
      expect(await load()).toEqual(expected);
    }
  });

  it('refuses a part of it in which an event is not the one that it saw, or is missing', async () => {
    for (const [events, expected] of [
      [ONE, [2, 2, 'missing']],
      [branch('second', 1, TWO), [3, 3, 'forked']],
      [branch('second', 9, ONE), [2, 2, 'forked']],
    ] as const) {
      const { store, load, closed } = process();
      store.events = FIRST;
      await load();
      store.events = events;
      expect(await load({ to: 3 })).toEqual(expected);
      expect(closed.placeIn(STREAM)?.revision).toBe(expected[1]);
      // The events of the other branch did not replace those that were seen.
      expect(await load()).toEqual(expected);
      expect(await load({ to: 1 })).toEqual([2, undefined, undefined]);
    }
  });

  it('refuses what follows an event that it holds if the stream there is not what it saw', async () => {
    const { store, load } = process();
    store.events = FIRST;
    await load();
    const rest = { after: linkOf(FIRST[1]) };
    expect(await load(rest)).toEqual([2, undefined, undefined]);
    store.events = TWO;
    expect(await load(rest)).toEqual([1, 3, 'missing']);
    store.events = branch('second', 5, TWO);
    expect(await load(rest)).toEqual([1, 3, 'forked']);
    store.events = branch('second', 5, ZERO);
    expect(await load({ after: linkOf(store.events[1]) })).toEqual([0, 1, 'forked']);
    store.events = FIRST;
    expect(await load(rest)).toEqual([2, undefined, undefined]);
  });

  it('reads a part of another branch whose place was accepted', async () => {
    const { store, load } = process([3]);
    store.events = FIRST;
    await load();
    store.events = branch('second', 3, TWO);
    expect(await load({ to: 4 })).toEqual([5, undefined, undefined]);
    expect(await load({ after: linkOf(store.events[3]) })).toEqual([2, undefined, undefined]);
  });

  it('refuses it too if it saw its events only in the order of the log, or wrote them itself', async () => {
    const reader = process();
    reader.store.events = FIRST;
    expect(await reader.readAll()).toEqual([0, 1, 2, 3]);
    reader.store.events = ONE;
    expect(await reader.load()).toEqual([2, 2, 'missing']);

    const writer = process();
    writer.store.events = TWO;
    await writer.load();
    writer.log.appended(STREAM, linkOf(FIRST[3]));
    expect(await writer.load()).toEqual([3, 3, 'missing']);
  });

  it('reads a stream that seems shorter once more, because the answer may be older than the last one', async () => {
    const { store, load, found } = process();
    store.events = FIRST;
    await load();
    store.events = TWO;
    store.onRead = () => {
      if (store.reads === 3) store.events = FIRST;
    };
    expect(await load()).toEqual([4, undefined, undefined]);
    expect([store.reads, found]).toEqual([3, []]);
  });

  it('accepts each event that is appended while it reads the stream, however often it reads', async () => {
    const ways: readonly { after?: Link; to?: number }[] = [{}, { after: linkOf(FIRST[0]) }, { to: 3 }];
    for (const options of ways) {
      const { store, load, log, found } = process();
      store.events = ONE;
      await load();
      const all = branch('more', 6, ONE);
      // The read returns what the store had when it began. Another event is acknowledged meanwhile.
      const { readStream } = store;
      store.readStream = async (...args) => {
        const answer = await readStream.apply(store, args);
        store.events = all.slice(0, store.events.length + 1);
        log.appended(STREAM, linkOf(store.events.at(-1)));
        return answer;
      };
      for (const read of [2, 3, 4]) {
        const [length] = await load(options);
        expect([read, store.reads - 1, found]).toEqual([read, read - 1, []]);
        expect(length).toBe(read - (options.after === undefined ? 0 : 1));
      }
    }
  });

  it('refuses a second event at a place that was filled while it read the stream', async () => {
    const { store, load, log } = process();
    store.events = TWO;
    await load();
    store.events = branch('second', 1, TWO);
    store.onRead = () => log.appended(STREAM, linkOf(FIRST[3]));
    expect(await load()).toEqual([3, 3, 'forked']);
  });

  it('refuses a second event at a place that it meets in the order of the log, and what follows it', async () => {
    const { store, readAll, load, closed } = process();
    store.events = FIRST;
    await readAll();
    store.events = branch('second', 3, TWO);
    expect(await readAll()).toEqual([0, 1, 2]);
    expect(closed.placeIn(STREAM)).toEqual({ revision: 3, fault: 'forked' });
    expect(await load()).toEqual([3, 3, 'forked']);
  });

  it('continues with another branch whose place was accepted', async () => {
    const { store, load, readAll } = process([3]);
    store.events = FIRST;
    await load();
    store.events = branch('second', 3, TWO);
    expect(await readAll()).toEqual([0, 1, 2, 3, 4, 5]);
    expect(await load()).toEqual([6, undefined, undefined]);
    store.events = store.events.slice(0, 5);
    expect(await load()).toEqual([5, 5, 'missing']);
  });

  it('continues with the branch that the operator chose, although it remembers only the end of the other', async () => {
    const long = branch('long', 150);
    for (const length of [10, 200]) {
      const { store, load, log } = process([20]);
      store.events = long;
      await load();
      store.events = branch('other', length, long.slice(0, 20));
      expect((await load())[2]).toBeDefined();
      log.forget(STREAM);
      expect(await load()).toEqual([20 + length, undefined, undefined]);
      store.events = store.events.slice(0, -1);
      expect(await load()).toEqual([19 + length, 19 + length, 'missing']);
    }
  });

  it('remembers no stream that it never saw', async () => {
    const { store, load } = process();
    expect(await load()).toEqual([0, undefined, undefined]);
    store.events = branch('second', 2);
    expect(await load()).toEqual([2, undefined, undefined]);
  });
});

describe('a stream with a fork', () => {
  it('counts up to the fork, in each kind of read', async () => {
    const { store, load, readAll, closed } = process();
    store.events = FIRST;
    closed.fork(STREAM, 2);
    expect(await load()).toEqual([2, 2, 'forked']);
    expect(await load({ to: 1 })).toEqual([2, undefined, undefined]);
    expect(await load({ to: 2 })).toEqual([2, 2, 'forked']);
    expect(await load({ after: linkOf(FIRST[0]) })).toEqual([1, 2, 'forked']);
    expect(await load({ after: linkOf(FIRST[2]) })).toEqual([0, 2, 'forked']);
    expect(await readAll()).toEqual([0, 1]);
    store.events = ONE;
    expect(await load()).toEqual([2, 2, 'forked']);
  });

  it('is found once for each place, and counts again as soon as all its places are accepted', async () => {
    const accepted: number[] = [];
    const { store, load, closed, found } = process(accepted);
    store.events = FIRST;
    closed.fork(STREAM, 3);
    closed.fork(STREAM, 1);
    closed.fork(STREAM, 1);
    expect(found.map(({ revision }) => revision)).toEqual([3, 1]);
    expect(await load()).toEqual([1, 1, 'forked']);
    accepted.push(1);
    expect(await load()).toEqual([3, 3, 'forked']);
    accepted.push(3);
    expect(await load()).toEqual([4, undefined, undefined]);
  });

  it('ends at an earlier fault that is no fork', async () => {
    const { store, load, closed } = process();
    store.events = FIRST.filter(({ revision }) => revision !== 1);
    closed.fork(STREAM, 2);
    expect(await load()).toEqual([1, 1, 'revision']);
  });
});
