import { create } from '../testing/steps.js';
import { startTestBackend, type TestBackend } from '../testing/test-backend.js';
import { ndaStream } from '../nda/nda.events.js';
import { ndaDecider } from '../nda/nda.decider.js';
import { newId } from '../platform/ids.js';
import { contextAt } from '../eventsourcing/journal/testing/recorded.js';
import { silentLogger } from '../platform/logging/logger.js';
import { until } from '../testing/until.js';
import { scheduleSweep } from '../eventsourcing/reactions/sweep.js';
import { ndaProjection } from '../wizard/nda.projection.js';
import { owedKeyDestructions } from './owed-key-destructions.sweep.js';

describe('a destruction whose job was lost', () => {
  let test: TestBackend;
  beforeAll(async () => {
    test = await startTestBackend();
  });
  afterAll(() => test.stop());

  it('is found while the key lives, and is not owed any more afterwards', async () => {
    const [erased, living] = [await create(test.browser()), await create(test.browser())];
    const { pool, commands, store, vault } = test.backend.infrastructure;
    const subject = ndaStream(erased);
    const { rows: keys } = await pool.query('SELECT * FROM vault_keys WHERE subject = $1', [subject]);
    await commands.run(
      ndaDecider,
      erased,
      { type: 'EraseNda', reason: 'admin' },
      contextAt(new Date().toISOString(), { commandId: newId() }),
    );
    await until(async () => (await store.readStream(subject)).at(-1)?.type === 'NdaKeyDestroyed.v1');
    const sweep = owedKeyDestructions(pool, ndaProjection.name);
    const owed = async () => (await sweep.find(undefined)).jobs;
    const tombstone = () =>
      pool.query("SELECT 1 FROM projection_tombstones WHERE projection = 'ndas' AND id = $1", [erased]);
    await until(async () => (await tombstone()).rowCount === 1);
    expect(await owed()).toEqual([]);

    // As if it had been forgotten: the key is there again, and no job for it.
    await pool.query(
      'UPDATE vault_keys SET wrapped = $2, master_key_id = $3, destroyed_at = NULL WHERE subject = $1',
      [subject, keys[0]?.wrapped, keys[0]?.master_key_id],
    );
    expect(await owed()).toEqual([
      { task: 'erase-key', payload: { ndaId: erased }, key: `erase:${subject}` },
    ]);
    await scheduleSweep(sweep, { pool, logger: silentLogger }).run(new AbortController().signal);
    await until(async () => (await owed()).length === 0);
    expect(await vault.keyIdOf(ndaStream(living))).toBeDefined();
  });
});
