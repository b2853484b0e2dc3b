import { marked } from '../trust/testing/marked.js';
import { trustOn } from '../trust/testing/test-trust.js';
import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { silentLogger } from '../../platform/logging/logger.js';
import {
  EventStoreUnavailable,
  type ReadStreamOptions,
  type UntrustedEvent,
} from '../event-store/event-store.js';
import { parseMetadata } from '../journal/event-encoding.js';
import { createJournal } from '../journal/create-journal.js';
import { MemoryEventStore } from '../journal/testing/memory-event-store.js';
import { noteEvents, type NoteEvent, type NoteState, notes } from '../journal/testing/notes.js';
import { CurrentStates, openStateOf } from './current-states.js';
import { ChangeableLog } from './testing/changeable-log.js';
import { fifthUnlessAll } from '../../platform/testing/only-in-all.js';

const nobody = (): Promise<never> => Promise.reject(new Error('nobody opens anything here'));
const memory = new MemoryEventStore();
const journal = createJournal({
  store: memory,
  trust: trustOn(memory),
  vault: { createKey: nobody, seal: nobody, open: nobody },
  registries: [noteEvents],
  upcasters: {},
  ids: randomUUID,
  logger: silentLogger,
});

let log: ChangeableLog;
beforeEach(() => {
  log = new ChangeableLog();
});
const statesOf = (
  parts: Partial<ConstructorParameters<typeof CurrentStates<NoteState, NoteEvent>>[0]> = {},
): CurrentStates<NoteState, NoteEvent> =>
  new CurrentStates<NoteState, NoteEvent>({
    log: trustOn(log).log,
    journal,
    fold: openStateOf(notes),
    ...parts,
  });

const noneUnreadable = (stream: string, error: unknown): never => {
  throw new Error(`${stream} cannot be read`, { cause: error });
};

describe('states that are kept', () => {
  it('need one request for all streams, and no read if nothing is new', async () => {
    const names = Array.from({ length: 50 }, (_, n) => `note-${n}`);
    for (const name of names) log.add(name, 1);
    const states = statesOf();
    await states.all(names, noneUnreadable);
    log.asked.length = 0;
    const again = await states.all(names, noneUnreadable);
    expect(log.asked).toEqual(['ends 50']);
    expect(again.get('note-49')).toMatchObject({ revision: 0, state: { lengths: [1] } });
  });

  it('read only the events that are newer', async () => {
    log.replace('note-1', [1, 2]);
    const states = statesOf();
    await states.one('note-1');
    log.add('note-1', 3);
    log.add('note-1', 4);
    log.asked.length = 0;
    expect(await states.one('note-1')).toMatchObject({ revision: 3, state: { lengths: [1, 2, 3, 4] } });
    expect(log.asked).toEqual(['ends 1', 'note-1 from 2']);
  });

  it('read events at once if they are known to be newer, and still build on the kept state', async () => {
    log.replace('note-1', [1, 2]);
    const states = statesOf();
    expect((await states.one('note-1', 1)).revision).toBe(1);
    log.add('note-1', 3);
    log.add('note-1', 4);
    log.asked.length = 0;
    expect(await states.one('note-1', 2)).toMatchObject({ revision: 3, state: { lengths: [1, 2, 3, 4] } });
    expect(log.asked).toEqual(['note-1 from 2']);
    expect((await states.one('note-1', 3)).revision).toBe(3);
    expect(log.asked.slice(1)).toEqual(['ends 1']);
  });

  it('end before the first event that differs from what was read before, however long the stream is now', async () => {
    for (const other of [
      [1, 8],
      [1, 8, 9],
    ]) {
      log.replace('note-1', [1, 2]);
      const states = statesOf();
      await states.one('note-1');
      const [first] = log.streams.get('note-1') ?? [];
      log.streams.set('note-1', [first as UntrustedEvent]);
      for (const length of other.slice(1)) log.add('note-1', length);
      expect(await states.one('note-1')).toMatchObject({
        revision: 0,
        state: { lengths: [1] },
        untrusted: { revision: 1, fault: 'forked' },
      });
    }
  });

  it('end where the stream lost its last events, and are empty if it lost all', async () => {
    log.replace('note-1', [1, 2, 3]);
    const states = statesOf();
    await states.one('note-1');
    const cut = (log.streams.get('note-1') ?? []).slice(0, 1);
    log.streams.set('note-1', cut);
    const untrusted = { revision: 1, fault: 'missing' };
    expect(await states.one('note-1')).toMatchObject({ revision: 0, state: { lengths: [1] }, untrusted });
    log.streams.delete('note-1');
    expect(await states.one('note-1')).toMatchObject({
      state: notes.initial,
      revision: -1,
      untrusted: { revision: 0, fault: 'missing' },
    });
  });

  it('end at a fork from the moment at which it is known until its place is accepted', async () => {
    log.replace('note-1', [1, 2, 3]);
    const accepted = new Set<number>();
    const trust = trustOn(log, { accepts: (_, revision) => accepted.has(revision) });
    const states = statesOf({ log: trust.log });
    await states.one('note-1');
    trust.closed.fork('note-1', 1);
    const untrusted = { revision: 1, fault: 'forked' };
    for (let n = 0; n < 2; n += 1)
      expect(await states.one('note-1')).toMatchObject({ revision: 0, state: { lengths: [1] }, untrusted });
    accepted.add(1);
    expect(await states.one('note-1')).toMatchObject({ revision: 2, untrusted: undefined });
  });

  it('of a stream have an end as soon as the records about it are closed, until these are open again', async () => {
    log.replace('note-1', [1, 2]);
    let areRecordsClosed = false;
    const trust = trustOn(log, { areRecordsClosed: () => areRecordsClosed });
    const states = statesOf({ log: trust.log });
    await states.one('note-1');
    areRecordsClosed = true;
    const untrusted = { revision: 2, fault: 'records' };
    for (const read of [states.one('note-1'), states.one('note-1', 1)])
      expect(await read).toMatchObject({ revision: 1, state: { lengths: [1, 2] }, untrusted });
    expect((await states.all(['note-1'], noneUnreadable)).get('note-1')).toMatchObject({ untrusted });
    areRecordsClosed = false;
    expect(await states.one('note-1')).toMatchObject({ revision: 1, untrusted: undefined });
  });

  it('of a closed stream are those up to the first event that does not count, until it is put back', async () => {
    log.replace('note-1', [1, 2, 3, 4]);
    const trust = trustOn(log);
    const states = statesOf({ log: trust.log });
    const whole = log.streams.get('note-1') ?? [];
    await states.one('note-1');
    const altered = whole.map((event, at) => (at === 1 ? { ...event, type: 'Other.v1' } : event));
    log.streams.set('note-1', altered);
    // The end of the stream is as it was, so only a reader of the whole stream notices.
    expect((await states.one('note-1')).untrusted).toBeUndefined();
    await trust.log.load('note-1');
    const place = { revision: 1, fault: 'hash' };
    for (let n = 0; n < 2; n += 1)
      expect(await states.one('note-1')).toMatchObject({
        revision: 0,
        state: { lengths: [1] },
        untrusted: place,
      });
    log.streams.set('note-1', whole);
    const found = await states.all(['note-1'], noneUnreadable);
    expect(found.get('note-1')).toMatchObject({ revision: 3, untrusted: undefined });
    log.asked.length = 0;
    await states.one('note-1');
    expect(log.asked).toEqual(['ends 1']);
  });

  it('of a closed stream are read again each time, so a repair in its midst is seen', async () => {
    log.replace('note-1', [1, 2, 3]);
    const whole = log.streams.get('note-1') ?? [];
    const altered = whole.map((event, n) => (n === 1 ? { ...event, data: Buffer.from('{}') } : event));
    log.streams.set('note-1', altered);
    const states = statesOf();
    const closed = { revision: 0, state: { lengths: [1] }, untrusted: { revision: 1, fault: 'hash' } };
    expect(await states.one('note-1')).toMatchObject(closed);
    expect(await states.one('note-1')).toMatchObject(closed);
    log.streams.set('note-1', [...whole]);
    expect(await states.one('note-1')).toMatchObject({ revision: 2, untrusted: undefined });
  });

  it('end where events were cut off that this process met only in the order of the log', async () => {
    for (const isKept of [true, false])
      for (const left of [3, 1, 0]) {
        const { log: trusted } = trustOn(log);
        const fold = { ...openStateOf(notes), isKept: () => isKept };
        const states = statesOf({ log: trusted, fold });
        log.replace('note-1', [1, 2, 3]);
        await states.one('note-1');
        log.add('note-1', 4);
        for (const { stream, revision, metadata } of log.streams.get('note-1') ?? [])
          trusted.appended(stream, { revision, hash: parseMetadata({ stream, revision, metadata }).hash });
        log.streams.set('note-1', (log.streams.get('note-1') ?? []).slice(0, left));
        expect(await states.one('note-1')).toMatchObject({
          revision: left - 1,
          untrusted: { revision: left, fault: 'missing' },
        });
      }
  });

  it('skip unknown events, and continue after them', async () => {
    log.add('note-1', 1);
    const states = statesOf();
    await states.one('note-1');
    const [first] = log.streams.get('note-1') ?? [];
    const unknown = { ...(first as UntrustedEvent), revision: 1, id: randomUUID(), type: 'Unheard.v1' };
    const { hash: previousHash } = parseMetadata(first as UntrustedEvent);
    const [bytes] = marked([unknown], { previousHash });
    const strange = { ...unknown, ...bytes };
    log.streams.set('note-1', [first as UntrustedEvent, strange]);
    expect(await states.one('note-1')).toMatchObject({ revision: 1, state: { lengths: [1] } });
    log.add('note-1', 5);
    expect(await states.one('note-1')).toMatchObject({ revision: 2, state: { lengths: [1, 5] } });
  });
});

describe('a stream that cannot be read', () => {
  it.each([
    ['the ends of the others', (): void => undefined],
    ['no ends at all', (): void => void log.broken.add('note-2')],
  ])('is reported, and the other streams are returned, if the store returns %s', async (_, breakEnds) => {
    for (const name of ['note-1', 'note-2', 'note-3']) log.add(name, 1);
    breakEnds();
    const read = log.readStream.bind(log);
    const store = {
      ends: log.ends.bind(log),
      readStream: (name: string, options?: ReadStreamOptions) =>
        name === 'note-2' ? Promise.reject(new Error('damaged')) : read(name, options),
    };
    const told: string[] = [];
    const found = await statesOf({ log: trustOn(store).log }).all(
      ['note-1', 'note-2', 'note-3'],
      (stream) => {
        told.push(stream);
      },
    );
    expect([...found.keys()].toSorted()).toEqual(['note-1', 'note-3']);
    expect(told).toEqual(['note-2']);
  });

  it('is not requested on its own if the store is unavailable', async () => {
    log.endsFailWith = new EventStoreUnavailable('away');
    const all = statesOf().all(['note-1', 'note-2'], () => undefined);
    await expect(all).rejects.toBe(log.endsFailWith);
    expect(log.asked).toEqual(['ends 2']);
  });
});

describe('the memory for kept states', () => {
  it('is limited by their number and by the bytes of their events', async () => {
    const names = Array.from({ length: 6 }, (_, n) => `note-${n}`);
    for (const name of names) log.add(name, 1);
    for (const keeps of [
      { states: 3, bytes: 1_000_000 },
      { states: 100, bytes: 8_000 },
    ]) {
      const states = statesOf({ keeps });
      for (const name of names) await states.one(name);
      log.asked.length = 0;
      for (const name of names.toReversed()) await states.one(name);
      expect(log.asked.filter((asked) => asked.startsWith('note-'))).toHaveLength(3);
    }
  });

  it('keeps no state that the fold excludes', async () => {
    log.add('note-1', 1);
    const fold = { ...openStateOf(notes), isKept: ({ lengths }: NoteState) => lengths.length < 2 };
    const states = statesOf({ fold });
    await states.one('note-1');
    log.add('note-1', 2);
    expect((await states.one('note-1')).state.lengths).toEqual([1, 2]);
    log.asked.length = 0;
    await states.one('note-1');
    expect(log.asked).toEqual(['ends 1', 'note-1 from 0']);
  });
});

describe('concurrent callers', () => {
  it('share one read', async () => {
    log.replace('note-1', [1, 2]);
    const states = statesOf();
    await Promise.all(Array.from({ length: 20 }, () => states.one('note-1')));
    expect(log.asked.filter((asked) => asked.startsWith('note-1'))).toHaveLength(1);
  });

  it('never get a state from before their call, even while others append', async () => {
    log.add('note-1', 1);
    const states = statesOf();
    const ends: (() => void)[] = [];
    log.held = () => new Promise((resolve) => ends.push(resolve));
    const asked: Promise<void>[] = [];
    for (let n = 0; n < 40; n += 1) {
      const atLeast = log.streams.get('note-1')?.length ?? 0;
      asked.push(
        states.one('note-1').then(({ revision, state }) => {
          expect(revision).toBeGreaterThanOrEqual(atLeast - 1);
          expect(state.lengths).toHaveLength(revision + 1);
        }),
      );
      await Promise.resolve();
      if (n % 3 === 0) log.add('note-1', n);
      if (n % 4 === 0) ends.shift()?.();
    }
    log.held = undefined;
    const release = setInterval(() => ends.splice(0).forEach((end) => end()), 1);
    await Promise.all(asked).finally(() => clearInterval(release));
  });
});

it('a kept state equals a fresh fold of what continues the events that were read before', async () => {
  const step = fc.oneof(
    fc.record({ add: fc.nat(2), length: fc.nat(9) }),
    fc.record({ replace: fc.nat(2), lengths: fc.array(fc.nat(9), { maxLength: 4 }) }),
    fc.record({ cut: fc.nat(2), to: fc.nat(4) }),
    fc.record({ ask: fc.uniqueArray(fc.nat(2), { minLength: 1 }) }),
  );
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 25 }), async (steps) => {
      log = new ChangeableLog();
      const states = statesOf({ keeps: { states: 2, bytes: 100_000 } });
      const read = new Map<string, readonly UntrustedEvent[]>();
      for (const one of [...steps, { ask: [0, 1, 2] }]) {
        if ('add' in one) log.add(`note-${one.add}`, one.length);
        else if ('replace' in one) log.replace(`note-${one.replace}`, one.lengths);
        else if ('cut' in one) {
          const name = `note-${one.cut}`;
          log.streams.set(name, (log.streams.get(name) ?? []).slice(0, one.to));
        } else {
          const names = one.ask.map((n) => `note-${n}`);
          const continued = new ChangeableLog();
          for (const name of names) {
            const [before, now] = [read.get(name) ?? [], log.streams.get(name) ?? []];
            const differs = before.findIndex((event, at) => event !== now[at]);
            continued.streams.set(name, differs < 0 ? now : now.slice(0, differs));
            if (differs < 0) read.set(name, now);
          }
          const fresh = await statesOf({ log: trustOn(continued).log }).all(names, noneUnreadable);
          const kept = await states.all(names, noneUnreadable);
          for (const name of names)
            expect([kept.get(name)?.revision, kept.get(name)?.state]).toEqual([
              fresh.get(name)?.revision,
              fresh.get(name)?.state,
            ]);
        }
      }
    }),
    { numRuns: fifthUnlessAll(100) },
  );
});
