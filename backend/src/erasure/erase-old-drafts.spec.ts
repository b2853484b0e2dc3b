import { DAY_MS } from '@siegel/contracts/limits';
import { create, sign } from '../../testing/steps/steps.js';
import { startTestBackend, type TestBackend } from '../../testing/backend/test-backend.js';
import { ndaDecider } from '../nda/nda.decider.js';
import type { CommandRunner } from '../eventsourcing/commands/command-runner.js';
import { until } from '../platform/testing/until.js';
import { newId } from '../platform/crypto/ids.js';
import { contextAt } from '../eventsourcing/journal/testing/recorded.js';
import type { NdaCommand } from '../nda/nda.commands.js';
import { draftsBefore } from '../agreements/owed/owed-work.js';
import type { Commands } from '../bus/commands.js';
import { silentLogger } from '../platform/logging/logger.js';
import { Unavailable } from '../platform/errors/unavailable.js';
import { RuleBroken } from '../platform/errors/rule-broken.js';
import { eraseOldDrafts } from './erase-old-drafts.js';
import { enqueueMissing } from '../platform/jobs/enqueue.js';
import { eraseWhenOpened } from './erase-when-opened.js';
import { StreamUntrusted } from '../eventsourcing/trust/stream-untrusted.js';

const never = new AbortController().signal;

describe('old drafts', () => {
  let test: TestBackend;
  beforeAll(async () => {
    test = await startTestBackend();
  });
  afterAll(() => test.stop());

  /** Runs one round with a clock that is `days` days ahead. */
  const round = (days: number, changes: { commands?: CommandRunner } = {}, signal = never): Promise<void> => {
    const clock = { now: () => new Date(Date.now() + days * DAY_MS) };
    const { pool, commands } = test.backend.infrastructure;
    const drafts = draftsBefore.bind(undefined, pool);
    return eraseOldDrafts({
      draftsBefore: drafts,
      commands,
      clock,
      logger: silentLogger,
      enqueue: (jobs) => enqueueMissing(pool, jobs),
      days: 30,
      ...changes,
    }).run(signal);
  };
  const run = (id: string, command: NdaCommand) =>
    test.backend.infrastructure.commands.run(
      ndaDecider,
      id,
      command,
      contextAt(new Date().toISOString(), { commandId: newId() }),
    );
  const types = async (id: string): Promise<string[]> =>
    (await test.backend.infrastructure.commands.state(ndaDecider, id)).events.map(({ type }) => type);

  it('are erased after 30 days and not a moment before, including replaced ones, but signed ones never', async () => {
    const browser = test.browser();
    const [draft, signed, replaced] = [await create(browser), await create(browser), await create(browser)];
    await sign(browser, signed, 1);
    const successor = await create(browser, { ideaTitle: 'Ein anderer Titel', replaces: replaced });
    await round(30 - 0.001);
    for (const id of [draft, signed, replaced, successor]) expect(await types(id)).not.toContain('NdaErased');
    await round(30.001);
    for (const id of [draft, replaced, successor]) expect(await types(id)).toContain('NdaErased');
    const { events } = await test.backend.infrastructure.commands.state(ndaDecider, draft);
    expect(events[1]).toMatchObject({ type: 'NdaErased', open: { reason: 'retention' }, actor: 'system' });
    expect(await types(signed)).toEqual(['NdaCreated', 'Party1Signed']);
    await round(31);
    expect((await types(draft)).filter((type) => type === 'NdaErased')).toHaveLength(1);
  });

  it('stay if they are signed during the round', async () => {
    const browser = test.browser();
    const id = await create(browser);
    const { commands } = test.backend.infrastructure;
    // Signs the draft after the round has read its row, and before the round's command runs.
    const late: CommandRunner = {
      state: (...query) => commands.state(...query),
      lastTrusted: (...query) => commands.lastTrusted(...query),
      run: async (model, of, command, context) => {
        if (of === id) await sign(browser, id, 1);
        return commands.run(model, of, command, context);
      },
    };
    await round(31, { commands: late });
    expect(await types(id)).toEqual(['NdaCreated', 'Party1Signed']);
  });

  it('stay under legal hold until it is lifted, and delay no others', async () => {
    const browser = test.browser();
    const held = await create(browser);
    const other = await create(browser);
    await run(held, { type: 'SetLegalHold', reason: 'Case 12 O 34/26' });
    await round(31);
    expect(await types(held)).toEqual(['NdaCreated', 'LegalHoldSet']);
    expect(await types(other)).toContain('NdaErased');
    await run(held, { type: 'LiftLegalHold', reason: 'Case closed' });
    // Repeats the round until the row reflects that the hold was lifted.
    await until(async () => {
      await round(31);
      return (await types(held)).includes('NdaErased');
    });
  });

  it('are left to the next backend if this one stops', async () => {
    const id = await create(test.browser());
    const stopped = new AbortController();
    stopped.abort();
    await round(31, {}, stopped.signal);
    expect(await types(id)).toEqual(['NdaCreated']);
    await round(31);
    expect(await types(id)).toContain('NdaErased');
  });
});

describe('a round that erases NDAs after their retention', () => {
  const START = Date.parse('2026-11-12T10:00:00.000Z');
  const drafts = Array.from({ length: 1_300 }, (_, n) => ({ id: `draft-${n}`, at: new Date(n) }));

  interface Options {
    /** Milliseconds that each command takes. */
    readonly ms?: number;
    readonly refused?: (id: string) => boolean;
    readonly fails?: (id: string) => Error | undefined;
  }
  function retention({ ms = 0, refused = () => false, fails = () => undefined }: Options) {
    const asked: string[] = [];
    const logged: object[] = [];
    const queued: unknown[] = [];
    let now = START;
    const commands = {
      run: async (_model: unknown, id: string) => {
        asked.push(id);
        now += ms;
        const failure = fails(id);
        if (failure !== undefined) throw failure;
        if (refused(id)) throw new RuleBroken('legal_hold');
      },
    } as unknown as Commands;
    const scheduled = eraseOldDrafts({
      draftsBefore: async (_, after, limit) => {
        const from = after === undefined ? 0 : drafts.findIndex(({ id }) => id === after.id) + 1;
        return drafts.slice(from, from + limit);
      },
      commands,
      clock: { now: () => new Date(now) },
      logger: { ...silentLogger, error: (details) => void logged.push(details) },
      enqueue: async (jobs) => void queued.push(...jobs),
      days: 30,
      roundMs: 60_000,
    });
    return { asked, logged, queued, run: () => scheduled.run(never) };
  }
  const ids = drafts.map(({ id }) => id);

  it('erases all due NDAs, no matter how many', async () => {
    const { asked, run } = retention({});
    await run();
    expect(asked).toEqual(ids);
  });

  it('skips NDAs whose erasure is refused, no matter how many are at the head', async () => {
    const { asked, run } = retention({ refused: (id) => Number(id.slice(6)) < 700 });
    await run();
    expect(asked).toEqual(ids);
  });

  it('skips unreadable NDAs, no matter how many, and logs them in one line', async () => {
    const unreadable = (id: string) =>
      Number(id.slice(6)) % 2 === 0 ? new TypeError('unreadable') : undefined;
    const { asked, logged, run } = retention({ fails: unreadable });
    await run();
    expect(asked).toEqual(ids);
    const named = ids.filter((id) => unreadable(id) !== undefined).slice(0, 10);
    expect(logged).toEqual([expect.objectContaining({ passedOver: 650, ids: named, error: 'TypeError' })]);
    await run();
    expect(asked.slice(ids.length)).toEqual(ids);
  });

  it('enqueues a job for each closed NDA, which waits for its repair, and logs no failure', async () => {
    const closed = (id: string) =>
      id === 'draft-7' ? new StreamUntrusted(`nda-${id}`, { revision: 1, fault: 'mac' }) : undefined;
    const { asked, logged, queued, run } = retention({ fails: closed });
    await run();
    expect(asked).toEqual(ids);
    expect(logged).toEqual([]);
    expect(queued).toEqual([eraseWhenOpened('draft-7')]);
  });

  it('ends if a store is unavailable, and logs the earlier failures; the next round continues behind that NDA', async () => {
    const away = new Unavailable('away');
    const failures = new Map<string, Error>([
      ['draft-1', new TypeError('unreadable')],
      ['draft-3', away],
    ]);
    const { asked, logged, run } = retention({ fails: (id) => failures.get(id) });
    await expect(run()).rejects.toBe(away);
    expect(asked).toEqual(ids.slice(0, 4));
    expect(logged).toEqual([expect.objectContaining({ passedOver: 1, ids: ['draft-1'] })]);
    await run();
    expect(asked).toEqual(ids);
  });

  it('ends when its time is over; the next round continues behind it, and after the last NDA a round begins at the head', async () => {
    const { asked, run } = retention({ ms: 100 });
    await run();
    expect(asked.length).toBeGreaterThan(500);
    expect(asked.length).toBeLessThan(700);
    await run();
    await run();
    expect(asked).toEqual(ids);
    await run();
    expect(asked.slice(1_300)).toEqual(ids.slice(0, asked.length - 1_300));
    expect(asked.length).toBeGreaterThan(1_800);
  });
});
