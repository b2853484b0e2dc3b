import { randomBytes } from 'node:crypto';
import { NOTHING_ADOPTED } from '../../eventsourcing/trust/authenticate.js';
import { ndaStream } from '../../nda/nda.events.js';
import { oneOfEachCommand } from '../../nda/testing/commands.js';
import { CheckpointedLog } from '../../../testing/log/checkpointed-log.js';
import { leavesFrom } from '../leaves.js';
import { treeSize } from '../stored-tree.js';
import { ProvenLeaves } from './proven-leaves.js';

const { SetLegalHold, LiftLegalHold } = oneOfEachCommand;

describe('the leaves of a stream', () => {
  let log: CheckpointedLog;
  let stream: string;
  beforeEach(async () => {
    log = await CheckpointedLog.open();
    await log.nda(SetLegalHold);
    stream = ndaStream(await log.nda(SetLegalHold, LiftLegalHold));
    await log.nda(SetLegalHold);
  });
  afterEach(() => log.stop());

  const leaves = (hashes: readonly string[] = []) => {
    const { pool } = log;
    const { receipts, tree } = log.bench.infrastructure;
    const names = tree.seals.leaves;
    const adopted = hashes.length === 0 ? NOTHING_ADOPTED : { hashesOf: async () => hashes };
    return new ProvenLeaves({ pool, receipts, adopted, names });
  };
  const proven = async (by = leaves()) => (await by.of(stream)).map(({ isProven }) => isProven);

  it('are proven as soon as a signed checkpoint covers them', async () => {
    expect(await proven()).toEqual([false, false, false]);
    await log.sign();
    expect(await proven()).toEqual([true, true, true]);
  });

  it('are proven without a checkpoint if the operator adopted them', async () => {
    const [first, second] = await leaves().of(stream);
    expect(await proven(leaves([first?.hash ?? '', second?.hash ?? '']))).toEqual([true, true, false]);
  });

  it('are not proven if somebody wrote them into the table, behind the checkpoint or in its midst', async () => {
    await log.sign();
    await log.stopCheckpointer();
    await log.pool.query(
      'INSERT INTO log_leaves (place, event_hash, stream, revision) VALUES ($1, $2, $3, 3)',
      [await treeSize(log.pool), randomBytes(32), stream],
    );
    expect(await proven()).toEqual([true, true, true, false]);
    await log.pool.query('UPDATE log_leaves SET event_hash = $1 WHERE stream = $2 AND revision = 1', [
      randomBytes(32),
      stream,
    ]);
    expect((await proven())[1]).toBe(false);
  });

  it('are not proven if somebody renamed them to this stream, even if they were adopted', async () => {
    await log.sign();
    const [leaf] = await leavesFrom(log.pool, 0, 1);
    await log.pool.query('UPDATE log_leaves SET stream = $1, revision = 3 WHERE place = 0', [stream]);
    expect(await proven()).toEqual([true, true, true, false]);
    const { eventHash = '' } = leaf ?? {};
    expect(await proven(leaves(['', '', '', eventHash]))).toEqual([true, true, true, false]);
    expect(await leaves().elsewhere('nda-other', [eventHash])).toEqual(new Map());
  });

  it('are not proven by a checkpoint that no key of the service signed', async () => {
    await log.sign();
    await log.pool.query('UPDATE log_checkpoints SET signature = $1', [randomBytes(64)]);
    expect(await proven()).toEqual([false, false, false]);
  });

  it('are found under the hashes that events of other streams claim', async () => {
    const [first] = await leaves().of(stream);
    const hash = first?.hash ?? '';
    expect(await leaves().elsewhere('nda-other', [hash, 'no hash'])).toEqual(
      new Map([[hash, { stream, revision: 0 }]]),
    );
    expect(await leaves().elsewhere(stream, [hash])).toEqual(new Map());
  });
});
