import { DAY_MS } from '@siegel/contracts/limits';
import { create, sign } from '../testing/steps.js';
import { startTestBackend, type TestBackend } from '../testing/test-backend.js';
import { ndaDecider } from '../nda/nda.decider.js';
import type { CommandRunner } from '../eventsourcing/commands/command-runner.js';
import { newId } from '../platform/ids.js';
import { contextAt } from '../eventsourcing/journal/testing/recorded.js';
import type { NdaCommand } from '../nda/nda.commands.js';
import { draftsBefore } from '../wizard/nda-obligations.js';
import { eraseOldDrafts } from './erase-old-drafts.js';

const never = new AbortController().signal;

describe('old drafts', () => {
  let test: TestBackend;
  beforeAll(async () => {
    test = await startTestBackend();
  });
  afterAll(() => test.stop());

  /** One round, so many days from now. */
  const round = (days: number, changes: { commands?: CommandRunner } = {}, signal = never): Promise<void> => {
    const clock = { now: () => new Date(Date.now() + days * DAY_MS) };
    const { pool, commands } = test.backend.infrastructure;
    const drafts = (before: Date, limit: number) => draftsBefore(pool, before, limit);
    return eraseOldDrafts({ draftsBefore: drafts, commands, clock, days: 30, ...changes }).run(signal);
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

  it('go after 30 days, replaced ones too; not a moment before, and never one that was signed', async () => {
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

  it('that are signed while the round is under way stay', async () => {
    const browser = test.browser();
    const id = await create(browser);
    const { commands } = test.backend.infrastructure;
    // The row said draft when the round looked.
    const late: CommandRunner = {
      state: (...query) => commands.state(...query),
      run: async (model, of, command, context) => {
        if (of === id) await sign(browser, id, 1);
        return commands.run(model, of, command, context);
      },
    };
    await round(31, { commands: late });
    expect(await types(id)).toEqual(['NdaCreated', 'Party1Signed']);
  });

  it('under legal hold stay until it is lifted, and keep no other from going', async () => {
    const browser = test.browser();
    const held = await create(browser);
    const other = await create(browser);
    await run(held, { type: 'SetLegalHold', reason: 'Case 12 O 34/26' });
    await round(31);
    expect(await types(held)).toEqual(['NdaCreated', 'LegalHoldSet']);
    expect(await types(other)).toContain('NdaErased');
    await run(held, { type: 'LiftLegalHold', reason: 'Case closed' });
    await round(31);
    expect(await types(held)).toContain('NdaErased');
  });

  it('wait for the next backend where this one stops', async () => {
    const id = await create(test.browser());
    const stopped = new AbortController();
    stopped.abort();
    await round(31, {}, stopped.signal);
    expect(await types(id)).toEqual(['NdaCreated']);
    await round(31);
    expect(await types(id)).toContain('NdaErased');
  });
});
