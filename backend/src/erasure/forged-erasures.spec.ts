import { DISGUISES, disguisedAfter } from '../../testing/faults/disguised-events.js';
import { type AttackedStore, attackedStore, STORES } from '../../testing/faults/attacked-store.js';
import { startTestBackend, type TestBackend } from '../../testing/backend/test-backend.js';
import { untilSettled } from '../../testing/steps/settled.js';
import { create, read, sign } from '../../testing/steps/steps.js';
import { ndaStream } from '../nda/nda.events.js';
import { firstUnlessAll } from '../platform/testing/only-in-all.js';
import { until } from '../platform/testing/until.js';
import { keyRow } from './testing/key-rows.js';

describe.each(firstUnlessAll(STORES))('erasures that somebody wrote into %s while no backend ran', (kind) => {
  let store: AttackedStore;
  let first: TestBackend;
  beforeAll(async () => {
    store = await attackedStore(kind);
    first = await startTestBackend({ env: store.env });
  });
  afterAll(async () => {
    await first.stop();
    await store.stop();
  });

  it('destroy no key in a start that reads the whole log again, whatever MAC they have', async () => {
    const browser = first.browser();
    const victims: { readonly id: string; readonly disguise: (typeof DISGUISES)[number] }[] = [];
    for (const disguise of DISGUISES) {
      const id = await create(browser);
      await sign(browser, id, 1);
      victims.push({ id, disguise });
    }
    const { pool } = first.database;
    const { log } = first.backend.infrastructure.trust.keys;
    const keys = () => Promise.all(victims.map(({ id }) => keyRow(pool, ndaStream(id))));
    const before = await keys();
    await first.backend.stop();

    await store.attach(first.database);
    for (const { id, disguise } of victims) {
      const last = (await store.rows(ndaStream(id))).at(-1);
      if (last === undefined) throw new Error('an agreement has no event');
      const erased = { type: 'NdaErased.v1', open: { reason: 'admin' } };
      for (const event of disguisedAfter(last, log, disguise, [erased])) await store.append(event);
    }
    await pool.query("DELETE FROM checkpoints WHERE name LIKE 'reaction:%' OR name LIKE 'start:%'");
    const again = await startTestBackend({ on: first, env: store.env });
    try {
      const party1 = Object.assign(again.browser(), { jar: browser.jar });
      const untouched = await create(party1);
      await until(async () => (await read(party1, untouched)).status === 'draft');
      await untilSettled(again);
      expect(await keys()).toEqual(before);
      for (const { id } of victims)
        expect((await again.backend.infrastructure.log.load(ndaStream(id))).untrusted).toEqual({
          revision: 2,
          fault: 'mac',
        });
    } finally {
      await again.backend.stop();
    }
  });
});
