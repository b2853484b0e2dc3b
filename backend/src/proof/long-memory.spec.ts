import { oneOfEachCommand } from '../nda/testing/commands.js';
import { CheckpointedLog } from '../../testing/log/checkpointed-log.js';

const { SetLegalHold, LiftLegalHold } = oneOfEachCommand;
/** Number of events in the log below. */
const EVENTS = 15;

/**
 * Some streams' events are far apart in the log: between them lie more streams than the pass remembers. The
 * pass must find all of them intact, wherever a batch begins.
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
    // This event never got a leaf, and neither did the event before the last one.
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
