import { trustOn } from '../trust/testing/test-trust.js';
import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { v7 } from 'uuid';
import { ClocksDisagree } from '../../platform/time/clock-comparison.js';
import { silentLogger } from '../../platform/logging/logger.js';
import { type EventStore, EventStoreUnavailable } from '../event-store/event-store.js';
import { RuleBroken } from '../../platform/errors/rule-broken.js';
import type { RunningVault } from '../../vault/create-vault.js';
import { KeyMissing } from '../../vault/vault.js';
import { createVaultDatabase, type VaultDatabase } from '../../vault/testing/vault-database.js';
import { verifyChain } from '../journal/chain.js';
import type { CommandRunner } from './command-runner.js';
import { createCommandRunner } from './create-command-runner.js';
import { createJournal } from '../journal/create-journal.js';
import type { CommandContext } from '../journal/event.js';
import { type Fault, FaultyStore } from '../journal/testing/faulty-store.js';
import { MemoryEventStore } from '../journal/testing/memory-event-store.js';
import { type NoteCommand, noteEvents, notes } from '../journal/testing/notes.js';
import { fifthUnlessAll } from '../../platform/testing/only-in-all.js';

let world: VaultDatabase;
let vault: RunningVault;
let store: MemoryEventStore;

beforeAll(async () => {
  world = await createVaultDatabase();
  vault = world.backend();
  await vault.start();
});
afterAll(() => world.drop());
beforeEach(() => {
  store = new MemoryEventStore();
});

const runnerOn = (
  on: Pick<EventStore, 'append' | 'readStream'> = store,
  assertMayRecord?: () => void,
): CommandRunner =>
  createCommandRunner({
    ...(assertMayRecord === undefined ? {} : { assertMayRecord }),
    journal: createJournal({
      store: on,
      trust: trustOn(on),
      vault,
      registries: [noteEvents],
      upcasters: {},
      ids: () => v7(),
      logger: silentLogger,
      retryAfterMs: [0, 0, 0],
    }),
  });

const context = (changes: Partial<CommandContext> = {}): CommandContext => ({
  commandId: randomUUID(),
  correlationId: 'c',
  causedBy: null,
  actor: 'party1',
  at: '2026-11-12T10:00:00.000Z',
  ...changes,
});
const add = (line: string): NoteCommand => ({ do: 'add', line });

async function openNote(runner = runnerOn()): Promise<string> {
  const id = randomUUID();
  await runner.run(notes, id, { do: 'open' }, context());
  return id;
}

describe('command runner', () => {
  it('decides on the current state and returns the result', async () => {
    const runner = runnerOn();
    const id = await openNote(runner);
    const result = await runner.run(notes, id, add('four'), context());
    expect(result).toMatchObject({
      revision: 1,
      state: { opened: true, lengths: [4] },
      events: [{ type: 'LineAdded', revision: 1 }],
    });
    expect(await runner.state(notes, id)).toMatchObject({ revision: 1, state: { lengths: [4] } });
    expect(await runner.state(notes, id, 0)).toMatchObject({
      revision: 0,
      state: { lengths: [] },
      events: [{ type: 'NoteOpened' }],
    });
    expect(await runner.state(notes, randomUUID())).toMatchObject({
      revision: -1,
      state: notes.initial,
      events: [],
    });
  });

  it("appends nothing when nothing was decided, and passes on the decider's refusal", async () => {
    const runner = runnerOn();
    const id = await openNote(runner);
    expect(await runner.run(notes, id, { do: 'nothing' }, context())).toMatchObject({
      events: [],
      revision: 0,
      state: { opened: true },
    });
    await runner.run(notes, id, { do: 'close' }, context());
    await expect(runner.run(notes, id, add('x'), context())).rejects.toThrow(RuleBroken);
    expect(await store.readStream(`note-${id}`)).toHaveLength(2);
  });

  it('gives a command that repeats an earlier one the earlier result, and appends nothing', async () => {
    const id = await openNote();
    const four = context();
    const first = await runnerOn().run(notes, id, add('four'), four);
    await runnerOn().run(notes, id, add('five5'), context());
    const model = { ...notes, repeats: () => four.commandId };
    const beforeAppend = jest.fn();
    const again = await runnerOn().run(model, id, add('four'), context(), { beforeAppend });
    expect(again).toMatchObject({ revision: 1, state: { lengths: [4] } });
    expect(again.events).toEqual(first.events);
    expect(beforeAppend).not.toHaveBeenCalled();
    expect(await store.readStream(`note-${id}`)).toHaveLength(3);
  });

  it('decides no new command while nothing may be recorded, but still answers recorded ones', async () => {
    const id = await openNote();
    const before = context();
    const first = await runnerOn().run(notes, id, add('four'), before);
    const closed = runnerOn(store, () => {
      throw new ClocksDisagree('not now');
    });
    expect(await closed.run(notes, id, add('four'), before)).toEqual({ ...first, loaded: undefined });
    // While nothing may be recorded, the decider may not even refuse a command, because the wrong clock may
    // be the only reason for the refusal.
    for (const command of [add('five'), { do: 'open' } as const])
      await expect(closed.run(notes, id, command, context())).rejects.toThrow(ClocksDisagree);
    expect(await closed.state(notes, id)).toMatchObject({ revision: 1 });
    expect(await store.readStream(`note-${id}`)).toHaveLength(2);
  });

  it('lets no party act on a stream whose key is missing, but lets the service append events', async () => {
    const id = await openNote();
    await world.database.pool.query('DELETE FROM vault_keys WHERE subject = $1', [`note-${id}`]);
    const fresh = world.backend();
    const on = createCommandRunner({
      journal: createJournal({
        store,
        trust: trustOn(store),
        vault: fresh,
        registries: [noteEvents],
        upcasters: {},
        ids: () => v7(),
        logger: silentLogger,
      }),
    });
    for (const actor of ['party1', 'party2'] as const)
      await expect(on.run(notes, id, { do: 'close' }, context({ actor }))).rejects.toThrow(KeyMissing);
    const { events } = await on.state(notes, id);
    expect(events).toMatchObject([{ personal: undefined, erased: false, keyMissing: true }]);
    expect(await on.run(notes, id, { do: 'close' }, context({ actor: 'system' }))).toMatchObject({
      revision: 1,
    });
  });

  it("never decides at a time before the last event's", async () => {
    const id = await openNote();
    const seen: string[] = [];
    const model = {
      ...notes,
      decide: (command: NoteCommand, state: Parameters<typeof notes.decide>[1], given: CommandContext) => {
        seen.push(given.at);
        return notes.decide(command, state, given);
      },
    };
    await runnerOn().run(model, id, add('a'), context({ at: '2026-11-12T09:00:00.000Z' }));
    await runnerOn().run(model, id, add('b'), context({ at: '2026-11-12T11:00:00.000Z' }));
    expect(seen).toEqual(['2026-11-12T10:00:00.000Z', '2026-11-12T11:00:00.000Z']);
  });

  it('reads a stream once and folds each event once', async () => {
    const id = await openNote();
    for (let n = 0; n < 20; n++) await runnerOn().run(notes, id, add('a'), context());
    const read = jest.spyOn(store, 'readStream');
    const evolve = jest.fn(notes.evolve);
    await runnerOn().run({ ...notes, evolve }, id, add('b'), context());
    expect(read).toHaveBeenCalledTimes(1);
    expect(evolve).toHaveBeenCalledTimes(22);
  });

  it('does not read a stream again that was just read, and returns the whole stream', async () => {
    const id = await openNote();
    const runner = runnerOn();
    const read = await runner.state(notes, id);
    const reading = jest.spyOn(store, 'readStream');
    const first = await runner.run(notes, id, add('one'), context(), { after: read });
    const second = await runner.run(notes, id, add('three'), context(), { after: first.loaded });
    const none = await runner.run(notes, id, { do: 'nothing' }, context(), { after: second.loaded });
    expect(reading).not.toHaveBeenCalled();
    expect(none.loaded).toEqual(await runner.state(notes, id));
    expect(none.state).toMatchObject({ lengths: [3, 5] });
    expect(verifyChain(await store.readStream(`note-${id}`))).toMatchObject({ intact: true, events: 3 });
  });

  it('reads again if the stream moved on after it was read', async () => {
    const id = await openNote();
    const runner = runnerOn();
    const read = await runner.state(notes, id);
    const once = context();
    const first = await runner.run(notes, id, add('one'), once);
    const { events } = await runner.run(notes, id, { do: 'close' }, context(), { after: read });
    expect(events).toMatchObject([{ revision: 2, open: { reason: 'after 1' } }]);
    // Both results come from the current stream. `read` contains neither the event that closed the note nor
    // the event of the repeated command.
    await expect(runner.run(notes, id, add('x'), context(), { after: read })).rejects.toThrow(RuleBroken);
    const again = await runner.run(notes, id, add('one'), once, { after: read });
    expect(again.events).toEqual(first.events);
    expect(await store.readStream(`note-${id}`)).toHaveLength(3);
  });

  it('gives the first result again for the same command, whatever was appended in between', async () => {
    const id = await openNote();
    const first = context();
    const result = await runnerOn().run(notes, id, add('one'), first);
    await runnerOn().run(notes, id, add('three'), context());
    await runnerOn().run(notes, id, { do: 'close' }, context());
    expect(await runnerOn().run(notes, id, add('one'), first)).toEqual({ ...result, loaded: undefined });
    expect(await store.readStream(`note-${id}`)).toHaveLength(4);
  });

  it('decides again after a conflict', async () => {
    const id = await openNote();
    const faulty = new FaultyStore(store, {});
    faulty.beforeAppend = () => runnerOn().run(notes, id, add('other'), context());
    const { events } = await runnerOn(faulty).run(notes, id, { do: 'close' }, context());
    expect(events).toMatchObject([{ revision: 2, open: { reason: 'after 1' } }]);
    const late = new FaultyStore(store, {});
    const next = await openNote();
    late.beforeAppend = () => runnerOn().run(notes, next, { do: 'close' }, context());
    await expect(runnerOn(late).run(notes, next, add('x'), context())).rejects.toThrow(RuleBroken);
  });

  it('lets a limited number of commands wait for one stream, and refuses further ones for now', async () => {
    const id = await openNote();
    let release = (): void => undefined;
    const held = new Promise<void>((resolve) => {
      release = resolve;
    });
    const slow = new FaultyStore(store, {});
    slow.beforeAppend = () => held;
    const runner = runnerOn(slow);
    const asked = Array.from({ length: 100 }, (_, n) => runner.run(notes, id, add(`line ${n}`), context()));
    const outcomes = Promise.allSettled(asked);
    // A command or query never waits for commands on another stream.
    await expect(runner.state(notes, await openNote())).resolves.toMatchObject({ revision: 0 });
    release();
    const refused = (await outcomes).filter(({ status }) => status === 'rejected');
    expect(refused).toHaveLength(100 - 64);
    for (const one of refused) expect(one).toMatchObject({ reason: expect.any(EventStoreUnavailable) });
    expect((await runner.run(notes, id, add('again'), context())).revision).toBe(65);
  });

  it('gives up after ten conflicts', async () => {
    const id = await openNote();
    const contended = new FaultyStore(store, {});
    const interfere = async (): Promise<void> => {
      await runnerOn().run(notes, id, add('other'), context());
      contended.beforeAppend = interfere;
    };
    contended.beforeAppend = interfere;
    await expect(runnerOn(contended).run(notes, id, add('x'), context())).rejects.toThrow(
      EventStoreUnavailable,
    );
    expect(contended.appended).toHaveLength(11);
  });

  it('executes each of many concurrent commands once, both within a process and across two', async () => {
    const runners = [runnerOn(), runnerOn()];
    const id = await openNote();
    const contexts = Array.from({ length: 20 }, () => context());
    // Each command comes twice, to different runners.
    await Promise.all(
      contexts.flatMap((one) => runners.map((runner) => runner.run(notes, id, add(one.commandId), one))),
    );
    const { events } = await runnerOn().state(notes, id);
    expect(
      events
        .slice(1)
        .map((event) => event.commandId)
        .sort(),
    ).toEqual(contexts.map((one) => one.commandId).sort());
    expect(verifyChain(await store.readStream(`note-${id}`))).toMatchObject({ intact: true, events: 21 });
  });

  it('continues with a stream after a command on it failed', async () => {
    const id = await openNote();
    const runner = runnerOn(new FaultyStore(store, { append: ['before', 'before', 'before', 'before'] }));
    const [failed, next] = await Promise.allSettled([
      runner.run(notes, id, add('a'), context()),
      runner.run(notes, id, add('b'), context()),
    ]);
    expect([failed?.status, next?.status]).toEqual(['rejected', 'fulfilled']);
  });
});

describe('the work before an append', () => {
  const inStore = async (id: string): Promise<number> => (await store.readStream(`note-${id}`)).length;

  it('gets the events to be appended and the state that they were decided on, and runs first', async () => {
    const id = await openNote();
    const seen: unknown[] = [];
    await runnerOn().run(notes, id, add('four'), context(), {
      beforeAppend: async (events, state) => {
        seen.push(events, state.lengths, await inStore(id));
      },
    });
    const event = { type: 'LineAdded', open: { length: 4 }, personal: { line: 'four' } };
    expect(seen).toEqual([[event], [], 1]);
    expect(await inStore(id)).toBe(2);
  });

  it('does not run if the command decided nothing, was refused, or was a repetition', async () => {
    const id = await openNote();
    const first = context();
    await runnerOn().run(notes, id, add('one'), first);
    const beforeAppend = () => Promise.reject(new Error('made all the same'));
    const run = (command: NoteCommand, given = context()) =>
      runnerOn().run(notes, id, command, given, { beforeAppend });
    await run({ do: 'nothing' });
    await run(add('one'), first);
    await runnerOn().run(notes, id, { do: 'close' }, context());
    await expect(run(add('x'))).rejects.toThrow(RuleBroken);
  });

  it('prevents the append if it fails; the next command on the stream succeeds', async () => {
    const id = await openNote();
    const runner = runnerOn();
    const beforeAppend = () => Promise.reject(new Error('disk full'));
    await expect(runner.run(notes, id, add('a'), context(), { beforeAppend })).rejects.toThrow('disk full');
    expect(await inStore(id)).toBe(1);
    await runner.run(notes, id, add('b'), context());
    expect(await inStore(id)).toBe(2);
  });

  it('runs again if the command is decided again after a conflict', async () => {
    const id = await openNote();
    const faulty = new FaultyStore(store, {});
    faulty.beforeAppend = () => runnerOn().run(notes, id, add('other'), context());
    const seen: unknown[] = [];
    await runnerOn(faulty).run(notes, id, { do: 'close' }, context(), {
      beforeAppend: async (events) => void seen.push(...events.map(({ open }) => open)),
    });
    expect(seen).toEqual([{ reason: 'after 0' }, { reason: 'after 1' }]);
  });
});

describe('a command whose outcome is unknown', () => {
  it('is executed once, even if answers are lost and the command is repeated', async () => {
    const fault = fc.constantFrom<Fault>('before', 'after', 'ok');
    await fc.assert(
      fc.asyncProperty(
        fc.array(fault, { maxLength: 12 }),
        fc.array(fc.integer({ min: 0, max: 3 }), { minLength: 1, maxLength: 8 }),
        async (faults, asked) => {
          const id = await openNote();
          const runner = runnerOn(new FaultyStore(store, { append: faults }));
          const contexts = [context(), context(), context(), context()];
          const done = new Set<string>();
          for (const which of asked) {
            const given = contexts[which] as CommandContext;
            const result = await runner
              .run(notes, id, add(given.commandId), given)
              .catch((error: unknown) => {
                if (!(error instanceof EventStoreUnavailable)) throw error;
              });
            if (result !== undefined) done.add(given.commandId);
          }
          const { events } = await runnerOn().state(notes, id);
          const happened = events.slice(1).map((event) => event.commandId);
          expect(new Set(happened).size).toBe(happened.length);
          for (const commandId of done) expect(happened).toContain(commandId);
        },
      ),
      { numRuns: fifthUnlessAll(40) },
    );
  });

  it('is not decided again if it was committed without an answer and the stream has moved on', async () => {
    const id = await openNote();
    const given = context();
    const faulty = new FaultyStore(store, { append: ['after', 'after', 'after', 'after'] });
    await expect(runnerOn(faulty).run(notes, id, add('a'), given)).rejects.toThrow(EventStoreUnavailable);
    await runnerOn().run(notes, id, { do: 'close' }, context());
    expect(await runnerOn().run(notes, id, add('a'), given)).toMatchObject({
      revision: 1,
      events: [{ personal: { line: 'a' } }],
    });
  });
});
