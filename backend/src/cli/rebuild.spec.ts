import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createErasers } from '../app/erasers.js';
import { ndaStream } from '../nda/nda.events.js';
import { ListedBackends } from '../../testing/log/listed.js';
import { newId } from '../platform/crypto/ids.js';
import { readModelsOf } from '../../testing/backend/read-models.js';
import { retention } from '../../testing/steps/samples.js';
import {
  openTestInfrastructure,
  type TestInfrastructure,
} from '../../testing/backend/test-infrastructure.js';
import { voucherDecider } from '../voucher/voucher.decider.js';
import { voucherStream } from '../voucher/voucher.events.js';
import { declaration } from '../withdrawals/model/testing/samples.js';
import { withdrawalDecider } from '../withdrawals/model/withdrawal.decider.js';
import { withdrawalStream } from '../withdrawals/model/withdrawal.events.js';
import { rebuildReadModels } from './rebuild.js';

describe('rebuildReadModels', () => {
  let bench: TestInfrastructure;
  let folder: string;
  beforeAll(async () => {
    bench = await openTestInfrastructure();
    folder = await mkdtemp(join(tmpdir(), 'siegel-rebuild-'));
  });
  afterAll(async () => {
    await bench.stop();
    await rm(folder, { recursive: true, force: true });
  });

  it('records again in a restored log that keys are destroyed, for each stream on the list, but not for a row alone', async () => {
    const { infrastructure } = bench;
    const { pool, vault, commands, store } = infrastructure;
    const [nda, voucher, withdrawal] = [await bench.nda(), 'c'.repeat(64), newId()];
    const issue = {
      type: 'IssueVoucher',
      voucherId: voucher,
      code: 'NDA-AAAA-BBBB',
      category: '10-day-code',
      recipientName: null,
      expiresAt: '2031-01-01T00:00:00.000Z',
    } as const;
    await commands.run(voucherDecider, voucher, issue, bench.context());
    const declare = { type: 'DeclareWithdrawal', declaration, receipt: 'brief' } as const;
    await commands.run(withdrawalDecider, withdrawal, declare, bench.context());
    const streams = [ndaStream(nda), voucherStream(voucher), withdrawalStream(withdrawal)];
    await readModelsOf(infrastructure);
    const erasers = createErasers(infrastructure, {
      commands,
      config: { dataDir: folder, retention },
      settle: async () => {},
    });
    const lists = new ListedBackends(bench, folder);
    await erasers.list.note(await Promise.all(streams.map((stream) => lists.genuine(stream))));
    // The list of erasures has no line for this agreement.
    const unlisted = await bench.nda();
    await vault.destroyKey(ndaStream(unlisted));
    // Simulates an event store that was restored to an older state, so that a checkpoint in the database is
    // beyond the end of the log.
    for (const stream of streams) await vault.destroyKey(stream);
    await pool.query(
      `INSERT INTO checkpoints (name, version, store_id, position, epoch, updated_at)
       SELECT 'past', 1, store_id, '999999999', 0, now() FROM store_in_use`,
    );
    const said: string[] = [];
    await rebuildReadModels({
      infrastructure,
      erasers,
      names: ['ndas'],
      say: (line) => void said.push(line),
    });
    expect(said).toContain('past: starts over');
    const last = await Promise.all(
      streams.map(async (stream) => (await store.readStream(stream)).at(-1)?.type),
    );
    expect(last).toEqual(['NdaKeyDestroyed.v1', 'VoucherKeyDestroyed.v1', 'WithdrawalKeyDestroyed.v1']);
    expect(await bench.types(unlisted)).toEqual(['NdaCreated']);
    // No list position is saved, so each backend compares its whole list at its next start.
    expect((await pool.query('SELECT FROM erasure_list_places')).rowCount).toBe(0);
  });
});
