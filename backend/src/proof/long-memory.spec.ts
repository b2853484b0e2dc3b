import { oneOfEachCommand } from '../nda/testing/commands.js';
import { CheckpointedLog } from '../../testing/log/checkpointed-log.js';

const { SetLegalHold, LiftLegalHold } = oneOfEachCommand;
/** Number of events in this test's log. */
const EVENTS = 15;

/**
 * Some streams have events that are far apart in the log. The events between them belong to more streams than
 * the pass keeps in memory. The pass must find all streams intact, no matter where a batch begins.
 */
describe('a pass that remembers few streams', () => {
  let met: CheckpointedLog;
  beforeAll(async () => {
    met = await CheckpointedLog.open();
    const first = await met.nda();
    const second = await met.nda(SetLegalHold);
    for (let n = 0; n < 3; n += 1) await met.nda();
    await met.bench.run(first, SetLegalHold);
    for (let n = 0; n < 2; n += 1) await met.nda();
    await met.bench.run(second, LiftLegalHold);
    await met.bench.run(first, LiftLegalHold);
    await met.nda();
    await met.sign();
    await met.stopCheckpointer();
    // The checkpointer is stopped, so the next three events get no leaf. The first and the last of them are
    // neighbours in the same stream.
    await met.bench.run(second, SetLegalHold);
    await met.bench.nda();
    await met.bench.run(second, LiftLegalHold);
  });
  afterAll(() => met.stop());

  it.each(Array.from({ length: 5 }, (_, n) => n + 1))(
    'finds all streams intact if it remembers %i of them',
    async (remembered) => {
      for (let batchSize = 1; batchSize <= EVENTS + 1; batchSize += 1)
        expect({ batchSize, ...(await met.verify({ remembered, batchSize })) }).toMatchObject({
          batchSize,
          events: EVENTS,
          checkpoints: 1,
          firstBroken: null,
        });
    },
  );
});
