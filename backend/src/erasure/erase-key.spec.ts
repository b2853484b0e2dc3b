import { openTestInfrastructure, type TestInfrastructure } from '../testing/test-infrastructure.js';
import { type NdaEvent, ndaStream } from '../nda/nda.events.js';
import { ndaDecider } from '../nda/nda.decider.js';
import { history } from '../nda/testing/given.js';
import { oneOfEach } from '../nda/testing/samples.js';
import { verifyChain } from '../eventsourcing/journal/chain.js';
import type { CommandRunner } from '../eventsourcing/commands/command-runner.js';
import { verifyDestruction } from '../vault/erasure.js';
import { eraseKeyJob, eraseKeyWhenNdaErased, KeyEraser } from './erase-key.js';

let bench: TestInfrastructure;
let eraser: KeyEraser;
beforeAll(async () => {
  bench = await openTestInfrastructure();
  eraser = new KeyEraser(bench.infrastructure.commands, bench.infrastructure, bench.clock);
});
afterAll(() => bench.stop());

const signature = Buffer.from('the image of a signature');
const ERASE = { type: 'EraseNda', reason: 'admin' } as const;

async function withImage(): Promise<string> {
  const ndaId = await bench.nda();
  await bench.infrastructure.blobs.put(ndaStream(ndaId), 'signature:1', signature);
  return ndaId;
}

describe('an erasure', () => {
  it('is owed from its decision on, and from nothing else', () => {
    const events = history(Object.values(oneOfEach));
    const stream = events[0]?.stream ?? '';
    const owed = events.flatMap((event) => eraseKeyWhenNdaErased.react(event));
    expect(owed).toEqual([
      { task: 'erase-key', payload: { ndaId: stream.slice('nda-'.length) }, key: `erase:${stream}` },
    ]);
  });

  it('ends in a destroyed key, with a receipt that anyone can verify; images go, the chain stays', async () => {
    const ndaId = await withImage();
    await bench.run(ndaId, ERASE);
    const keyId = await bench.infrastructure.vault.keyIdOf(ndaStream(ndaId));
    await eraseKeyJob(eraser).run(
      { ndaId },
      { attempt: 1, jobId: '1', signal: new AbortController().signal },
    );
    expect(await bench.types(ndaId)).toEqual(['NdaCreated', 'NdaErased', 'NdaKeyDestroyed']);
    const { state, events } = await bench.infrastructure.commands.state(ndaDecider, ndaId);
    const destroyed = events[2] as Extract<NdaEvent, { type: 'NdaKeyDestroyed' }>;
    expect(destroyed.open).toMatchObject({ keyId, destroyedAt: bench.clock.now().toISOString() });
    expect(state.keyDestroyedAt).toBe(destroyed.open.destroyedAt);
    expect(
      verifyDestruction(ndaStream(ndaId), destroyed.open, await bench.infrastructure.receipts.publicKeys()),
    ).toBe(true);
    expect(events[0]).toMatchObject({ personal: undefined, erased: true });
    expect(await bench.infrastructure.blobs.get(ndaStream(ndaId), 'signature:1')).toBeUndefined();
    expect(verifyChain(await bench.infrastructure.store.readStream(ndaStream(ndaId)))).toMatchObject({
      intact: true,
    });
  });

  it('is recorded once, however often and by however many at once it is worked off', async () => {
    const ndaId = await withImage();
    await bench.run(ndaId, ERASE);
    await Promise.all([eraser.erase(ndaId), eraser.erase(ndaId), eraser.erase(ndaId)]);
    bench.clock.advance(60_000);
    await eraser.erase(ndaId);
    expect((await bench.types(ndaId)).slice(1)).toEqual(['NdaErased', 'NdaKeyDestroyed']);
  });

  it('that died between destroying and recording is recorded later, with the time of the destruction', async () => {
    const ndaId = await withImage();
    await bench.run(ndaId, ERASE);
    const dying: CommandRunner = {
      state: (...query) => bench.infrastructure.commands.state(...query),
      run: () => Promise.reject(new Error('crashed')),
    };
    await expect(new KeyEraser(dying, bench.infrastructure, bench.clock).erase(ndaId)).rejects.toThrow(
      'crashed',
    );
    const destroyedAt = bench.clock.now().toISOString();
    bench.clock.advance(60_000);
    await eraser.erase(ndaId);
    const { events } = await bench.infrastructure.commands.state(ndaDecider, ndaId);
    expect(events.at(-1)).toMatchObject({ type: 'NdaKeyDestroyed', open: { destroyedAt } });
  });

  it('that nobody decided destroys nothing', async () => {
    const ndaId = await withImage();
    await eraser.erase(ndaId);
    await eraser.erase('01930000-0000-7000-8000-00000000dead');
    expect(await bench.types(ndaId)).toEqual(['NdaCreated']);
    expect(await bench.infrastructure.blobs.get(ndaStream(ndaId), 'signature:1')).toEqual(signature);
  });
});
