import { create, sign } from '../testing/steps.js';
import { startTestBackend, type TestBackend } from '../testing/test-backend.js';
import { HOUR_MS } from '@siegel/contracts/limits';
import { systemClock } from '../platform/clock.js';
import { ndaStream } from '../nda/nda.events.js';
import { NdaReadModel } from './nda-read-model.js';

let test: TestBackend;
let ndas: NdaReadModel;
let laterMs = 0;
beforeAll(async () => {
  test = await startTestBackend({ clock: { now: () => new Date(systemClock.now().getTime() + laterMs) } });
  ndas = test.backend.app.get(NdaReadModel);
});
afterAll(() => test.stop());

describe('rows and views that were read before', () => {
  it('are the same until the row changes', async () => {
    const browser = test.browser();
    const id = await create(browser);
    const first = await ndas.row(id);
    expect(first).toMatchObject({ id, revision: 0, status: 'draft', createdAt: expect.any(String) });
    expect(await ndas.row(id)).toBe(first);
    if (first === undefined) throw new Error('no row');
    const view = await ndas.view(first);
    expect(await ndas.view(first)).toBe(view);
    await sign(browser, id, 1);
    const next = await ndas.row(id);
    expect(next).toMatchObject({ id, status: 'party1_signed' });
    if (next === undefined) throw new Error('no row');
    expect(await ndas.view(next)).toMatchObject({ status: 'party1_signed', ideaTitle: view.ideaTitle });
  });

  it('are read anew when the row was written anew at the same revision, as by a rebuild', async () => {
    const id = await create(test.browser());
    expect(await ndas.row(id)).toMatchObject({ language: 'de' });
    await test.database.pool.query("UPDATE ndas SET language = 'en' WHERE id = $1", [id]);
    expect(await ndas.row(id)).toMatchObject({ revision: 0, language: 'en' });
  });

  it('are gone with the row', async () => {
    const id = await create(test.browser());
    expect(await ndas.row(id)).toBeDefined();
    await test.database.pool.query('DELETE FROM ndas WHERE id = $1', [id]);
    expect(await ndas.row(id)).toBeUndefined();
  });

  it('are shown no more once the key is destroyed, though the row still stands', async () => {
    const id = await create(test.browser());
    const row = await ndas.row(id);
    if (row === undefined) throw new Error('no row');
    expect(await ndas.view(row)).toMatchObject({ id });
    await test.backend.infrastructure.vault.destroyKey(ndaStream(id));
    expect(await ndas.row(id)).toBe(row);
    await expect(ndas.view(row)).rejects.toMatchObject({ code: 'not_found' });
  });
});

describe('a next attempt that N tells of', () => {
  it('is told until it is past, and then N has another tag', async () => {
    const id = await create(test.browser());
    const nextTryAt = new Date(systemClock.now().getTime() + HOUR_MS).toISOString();
    const waits = {
      party: 2,
      status: 'failed',
      at: null,
      code: 'mail_unreachable',
      messageId: null,
      nextTryAt,
    };
    await test.database.pool.query('UPDATE ndas SET recipients = $2 WHERE id = $1', [
      id,
      JSON.stringify([waits]),
    ]);
    const told = async () => {
      const row = await ndas.row(id);
      if (row === undefined) throw new Error('no row');
      return { tag: ndas.tag(row), at: (await ndas.view(row)).delivery.recipients[0]?.nextTryAt };
    };
    const before = await told();
    laterMs = HOUR_MS;
    const after = await told();
    laterMs = 0;
    expect([before.at, after.at]).toEqual([nextTryAt, null]);
    expect(after.tag).not.toBe(before.tag);
  });
});

describe('instants', () => {
  it.each([
    ['2026-11-21T04:12:42.123Z', '2026-11-21T04:12:42.123Z'],
    ['2026-11-21T04:12:42.120Z', '2026-11-21T04:12:42.120Z'],
    ['2026-11-21T04:12:42.000Z', '2026-11-21T04:12:42.000Z'],
    ['2026-11-21T04:12:42.007Z', '2026-11-21T04:12:42.007Z'],
  ])('are shown to the millisecond: %s', async (stored, shown) => {
    const id = await create(test.browser());
    await test.database.pool.query('UPDATE ndas SET created_at = $2 WHERE id = $1', [id, stored]);
    const row = await ndas.row(id);
    if (row === undefined) throw new Error('no row');
    expect(await ndas.view(row)).toMatchObject({ createdAt: shown });
  });
});
