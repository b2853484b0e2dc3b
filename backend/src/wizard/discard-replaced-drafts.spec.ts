import { openTestInfrastructure, type TestInfrastructure } from '../testing/test-infrastructure.js';
import { history } from '../nda/testing/given.js';
import { ndaDecider } from '../nda/nda.decider.js';
import { oneOfEachCommand } from '../nda/testing/commands.js';
import { oneOfEach } from '../nda/testing/sample-histories.js';
import type { Recorded } from '../eventsourcing/journal/event.js';
import type { NdaEvent } from '../nda/nda.events.js';
import { discardDraftJob, discardId, discardReplacedDrafts } from './discard-replaced-drafts.js';
import { jobContext } from '../platform/jobs/testing/job-context.js';

let bench: TestInfrastructure;
beforeAll(async () => {
  bench = await openTestInfrastructure();
});
afterAll(() => bench.stop());

const job = jobContext();

/** A draft and the one that takes its place, as far as the request came. */
async function replacement(): Promise<{ old: string; successor: string; run(): Promise<void> }> {
  const [old, successor] = [await bench.nda(), await bench.nda()];
  const payload = { ndaId: old, replacedBy: successor, causedBy: '01930000-0000-7000-8000-00000000cafe' };
  return {
    old,
    successor,
    run: () => discardDraftJob(bench.infrastructure.commands, bench.clock).run(payload, job),
  };
}
const eventsOf = async (ndaId: string): Promise<readonly Recorded<NdaEvent>[]> =>
  (await bench.infrastructure.commands.state(ndaDecider, ndaId)).events;

describe('a replaced draft', () => {
  it('is owed a discard from the creation of its successor, and from nothing else', () => {
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

  it('is discarded once, by the request or by the job', async () => {
    const { old, successor, run } = await replacement();
    await run();
    await run();
    const events = await eventsOf(old);
    expect(events.map(({ type }) => type)).toEqual(['NdaCreated', 'NdaDiscarded']);
    expect(events[1]).toMatchObject({
      open: { replacedBy: successor, reason: 'replaced' },
      actor: 'system',
      commandId: discardId(successor),
      causedBy: '01930000-0000-7000-8000-00000000cafe',
    });
  });

  it('that was signed in the meantime stays', async () => {
    const { old, run } = await replacement();
    await bench.run(old, oneOfEachCommand.SignAsParty1);
    await run();
    expect(await bench.types(old)).toEqual(['NdaCreated', 'Party1Signed']);
  });

  it('that was erased, or never was, is left alone', async () => {
    const { old, run } = await replacement();
    await bench.run(old, { type: 'EraseNda', reason: 'admin' });
    await run();
    expect(await bench.types(old)).toEqual(['NdaCreated', 'NdaErased']);
    const payload = { ndaId: '01930000-0000-7000-8000-00000000dead', replacedBy: old, causedBy: old };
    await discardDraftJob(bench.infrastructure.commands, bench.clock).run(payload, job);
    expect(await bench.types(payload.ndaId)).toEqual([]);
  });

  it('is tried again where the log is away', async () => {
    const { old, successor } = await replacement();
    const away = { ...bench.infrastructure.commands, run: () => Promise.reject(new Error('away')) };
    const payload = { ndaId: old, replacedBy: successor, causedBy: successor };
    await expect(discardDraftJob(away, bench.clock).run(payload, job)).rejects.toThrow('away');
  });
});
