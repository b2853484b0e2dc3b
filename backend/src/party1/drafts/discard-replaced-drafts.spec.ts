import {
  openTestInfrastructure,
  type TestInfrastructure,
} from '../../../testing/backend/test-infrastructure.js';
import { history } from '../../nda/testing/given.js';
import { ndaDecider } from '../../nda/nda.decider.js';
import { oneOfEachCommand } from '../../nda/testing/commands.js';
import { oneOfEach } from '../../nda/testing/sample-histories.js';
import type { Recorded } from '../../eventsourcing/journal/event.js';
import type { NdaEvent } from '../../nda/nda.events.js';
import type { Commands } from '../../bus/commands.js';
import type { CreateNda } from '../../nda/nda.commands.js';
import { newId } from '../../platform/crypto/ids.js';
import { CauseMissing } from '../../platform/jobs/job.js';
import { discardDraftJob, discardId, discardReplacedDrafts } from './discard-replaced-drafts.js';
import { jobContext } from '../../platform/jobs/testing/job-context.js';

let bench: TestInfrastructure;
beforeAll(async () => {
  bench = await openTestInfrastructure();
});
afterAll(() => bench.stop());

const job = jobContext();

const CAFE = '01930000-0000-7000-8000-00000000cafe';

/** Creates a draft that replaces the draft `old`. */
async function successorOf(old: string, changes: Partial<CreateNda> = {}): Promise<string> {
  const ndaId = newId();
  const creation = { ...oneOfEachCommand.CreateNda, ndaId, replaces: old, chain: old, ...changes };
  await bench.run(ndaId, creation);
  return ndaId;
}
const discard = (ndaId: string, replacedBy: string, commands = bench.infrastructure.commands) =>
  discardDraftJob(commands, bench.clock).run({ ndaId, replacedBy, causedBy: CAFE }, job);

/**
 * Creates a draft and its successor. The old draft is not discarded yet: `run` runs the job that discards it.
 */
async function replacement(): Promise<{ old: string; successor: string; run(): Promise<void> }> {
  const old = await bench.nda();
  const successor = await successorOf(old);
  return { old, successor, run: () => discard(old, successor) };
}
const eventsOf = async (ndaId: string): Promise<readonly Recorded<NdaEvent>[]> =>
  (await bench.infrastructure.commands.state(ndaDecider, ndaId)).events;

describe('a replaced draft', () => {
  it('must be discarded because its successor was created, and for no other reason', () => {
    const replaces = '01930000-0000-7000-8000-00000000beef';
    const successor = {
      ...oneOfEach.NdaCreated,
      open: { ...oneOfEach.NdaCreated.open, replaces },
    } as NdaEvent;
    const [event] = history([successor]);
    if (event === undefined) throw new Error('no event');
    const replacedBy = '01930000-0000-7000-8000-000000000001';
    expect(discardReplacedDrafts.react(event)).toEqual([
      {
        task: 'discard-draft',
        payload: { ndaId: replaces, replacedBy, causedBy: event.id },
        key: `discard:${replaces}`,
      },
    ]);
    for (const other of history(Object.values(oneOfEach)))
      expect(discardReplacedDrafts.react(other)).toEqual([]);
  });

  it('is discarded once, either by the request or by the job', async () => {
    const { old, successor, run } = await replacement();
    await run();
    await run();
    const events = await eventsOf(old);
    expect(events.map(({ type }) => type)).toEqual(['NdaCreated', 'NdaDiscarded']);
    const [created] = await eventsOf(successor);
    expect(events[1]).toMatchObject({
      open: { replacedBy: successor, reason: 'replaced' },
      actor: 'system',
      commandId: discardId(successor),
      causedBy: created?.id,
      correlationId: created?.correlationId,
    });
  });

  it('stays if no creation names it, or only a creation by a browser that never had access', async () => {
    const old = await bench.nda();
    const other = await bench.nda();
    const creatorKeyHash = 'f'.repeat(64);
    const successors = [
      newId(),
      'x',
      old,
      other,
      await successorOf(other),
      await successorOf(old, { creatorKeyHash }),
    ];
    for (const successor of successors)
      await expect(discard(old, successor)).rejects.toBeInstanceOf(CauseMissing);
    expect(await bench.types(old)).toEqual(['NdaCreated']);
  });

  it('is discarded for a successor from a browser that had access, even if that access has ended since', async () => {
    const creatorKeyHash = 'f'.repeat(64);
    const old = await bench.nda();
    const granted = { ...oneOfEachCommand.GrantCreatorAccess, creatorKeyHash };
    for (const command of [oneOfEachCommand.RequestContinueLink, granted]) await bench.run(old, command);
    const successor = await successorOf(old, { creatorKeyHash });
    await bench.run(old, { type: 'EndOtherAccess', kept: oneOfEachCommand.CreateNda.creatorKeyHash });
    await discard(old, successor);
    expect((await bench.types(old)).at(-1)).toBe('NdaDiscarded');
  });

  it('that was signed in the meantime stays', async () => {
    const { old, run } = await replacement();
    await bench.run(old, oneOfEachCommand.SignAsParty1);
    await run();
    expect(await bench.types(old)).toEqual(['NdaCreated', 'Party1Signed']);
  });

  it('that was erased stays as it is; an unknown one has no successor', async () => {
    const { old, run } = await replacement();
    await bench.run(old, { type: 'EraseNda', reason: 'admin' });
    await run();
    expect(await bench.types(old)).toEqual(['NdaCreated', 'NdaErased']);
    const gone = newId();
    await expect(discard(gone, await successorOf(gone))).rejects.toBeInstanceOf(CauseMissing);
    expect(await bench.types(gone)).toEqual([]);
  });

  it('is discarded by a later attempt if the event store cannot be reached', async () => {
    const { old, successor } = await replacement();
    const { commands } = bench.infrastructure;
    const away: Commands = {
      state: (...query) => commands.state(...query),
      lastTrusted: (...query) => commands.lastTrusted(...query),
      run: () => Promise.reject(new Error('away')),
    };
    await expect(discard(old, successor, away)).rejects.toThrow('away');
  });
});
