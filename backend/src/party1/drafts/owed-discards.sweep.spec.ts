import { DAY_MS } from '@siegel/contracts/limits';
import { readModelsOf } from '../../../testing/backend/read-models.js';
import {
  openTestInfrastructure,
  type TestInfrastructure,
} from '../../../testing/backend/test-infrastructure.js';
import { ndaDecider } from '../../nda/nda.decider.js';
import { oneOfEachCommand } from '../../nda/testing/commands.js';
import { newId } from '../../platform/crypto/ids.js';
import { discardDraftJob } from './discard-replaced-drafts.js';
import { owedDiscards } from './owed-discards.sweep.js';
import { jobContext } from '../../platform/jobs/testing/job-context.js';

let bench: TestInfrastructure;
beforeAll(async () => {
  bench = await openTestInfrastructure();
});
afterAll(() => bench.stop());

const job = jobContext();

describe('a replaced draft whose discard has no job', () => {
  const owed = async () => {
    await readModelsOf(bench.infrastructure);
    return (await owedDiscards(bench.infrastructure.pool, bench.clock).find(undefined)).jobs;
  };

  async function successorOf(old: string): Promise<{ id: string; createdBy: string }> {
    const id = newId();
    await bench.run(id, { ...oneOfEachCommand.CreateNda, ndaId: id, chain: old, replaces: old });
    const { events } = await bench.infrastructure.commands.state(ndaDecider, id);
    return { id, createdBy: events[0]?.id ?? '' };
  }

  it('is found until it is discarded for its first successor', async () => {
    const [old, other] = [await bench.nda(), await bench.nda()];
    expect(await owed()).toEqual([]);
    const successor = await successorOf(old);
    bench.clock.advance(1000);
    await successorOf(old);
    const payload = { ndaId: old, replacedBy: successor.id, causedBy: successor.createdBy };
    expect(await owed()).toEqual([{ task: 'discard-draft', payload, key: `discard:${old}` }]);
    // After a day, the replacement is no longer recent. The sweep now finds it only in its rounds over all
    // drafts.
    bench.clock.advance(DAY_MS);
    expect(await owed()).toEqual([{ task: 'discard-draft', payload, key: `discard:${old}` }]);
    await discardDraftJob(bench.infrastructure.commands, bench.clock).run(payload, job);
    expect(await bench.types(old)).toEqual(['NdaCreated', 'NdaDiscarded']);
    expect(await bench.types(other)).toEqual(['NdaCreated']);
    expect(await owed()).toEqual([]);
  });

  it('is not found once it was signed', async () => {
    const old = await bench.nda(oneOfEachCommand.SignAsParty1);
    await successorOf(old);
    expect(await owed()).toEqual([]);
  });
});
