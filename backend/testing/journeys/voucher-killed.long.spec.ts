import { verifyChain } from '#src/eventsourcing/journal/chain';
import { createPostgresEventStore } from '#src/eventsourcing/event-store/postgres/postgres-event-store';
import { ndaStream } from '#src/nda/nda.events';
import type { TestDatabase } from '#src/platform/postgres/testing/test-database';
import { type TestDataDir, testDataDir } from '../backend/built-backend.js';
import { Customer } from '../steps/customer.js';
import { KilledMailers, type Moment } from '../faults/killed-mailers.js';
import { signature, terms } from '../steps/samples.js';
import { environmentOf } from '../backend/secrets.js';
import { createServiceDatabase } from '../backend/service-database.js';
import { ADMIN_PASSWORD, testSecrets } from '../backend/test-backend.js';
import { until } from '#src/platform/testing/until';
import { voucherStream } from '#src/voucher/voucher.events';

const MOMENTS: readonly Moment[] = ['before an event is recorded', 'once an event is recorded'];

/**
 * The first test stops the append of each event of the voucher once. The second test does so for the events
 * of the agreement. The backend is killed while an append is stopped.
 */
describe.each(MOMENTS)('a voucher, and a backend that is killed %s', (moment) => {
  let database: TestDatabase;
  let folder: TestDataDir;
  let backend: KilledMailers;
  let admin: Customer;
  beforeAll(async () => {
    [database, folder] = [await createServiceDatabase(), await testDataDir()];
    backend = new KilledMailers(database.pool, [moment]);
    await backend.start({ DATA_DIR: folder.path, ...environmentOf(testSecrets()) }, database.url, ['one']);
    admin = new Customer(backend.urls, 0, []);
    await post(admin, '/api/admin/login', { password: ADMIN_PASSWORD });
  });
  afterAll(async () => {
    await backend.stop();
    await database.drop();
    await folder.remove();
  });

  const post = async (who: Customer, path: string, body: object = {}) => {
    const answer = await who.ask('POST', path, { ...body });
    if (answer.status > 299) throw new Error(`${path}: ${answer.status} ${JSON.stringify(answer.body)}`);
    return answer.body;
  };
  const typesOf = async (stream: string): Promise<string[]> => {
    const store = await createPostgresEventStore({ url: database.url });
    try {
      const stored = await store.readStream(stream);
      expect(verifyChain(stored)).toMatchObject({ intact: true });
      return stored.map(({ type }) => type.split('.')[0] ?? '');
    } finally {
      await store.close();
    }
  };

  const life = async (killedIn: (ids: { nda: string; voucher: string }) => string): Promise<void> => {
    const party1 = new Customer(backend.urls, 0, []);
    const nda = String((await post(party1, '/api/ndas', terms))['id']);
    const signed = { signatureMode: 'in-person', party1PaysForBoth: false };
    await post(party1, `/api/ndas/${nda}/sign`, { partyNumber: '1', signature: signature(1), ...signed });
    await post(party1, `/api/ndas/${nda}/sign`, { partyNumber: '2', signature: signature(2) });
    const { id, code } = await post(admin, '/api/admin/vouchers');
    const voucher = voucherStream(String(id));
    await backend.killIn(killedIn({ nda: ndaStream(nda), voucher }));
    await post(party1, `/api/ndas/${nda}/apply-voucher`, { voucherCode: String(code) });
    await until(async () => (await typesOf(ndaStream(nda))).includes('NdaSent'));
    // The voucher is redeemed once, never released, and applied once, wherever the backend was killed.
    expect(await typesOf(voucher)).toEqual(['VoucherIssued', 'VoucherRedeemed']);
    const facts = (await typesOf(ndaStream(nda))).filter((type) => /Voucher|Payment|Refund/.test(type));
    expect(facts).toEqual(['VoucherApplied']);
  };

  it.each([
    ['between what is issued and redeemed', 'VoucherRedeemed', ({ voucher }: { voucher: string }) => voucher],
    ['between what is redeemed and applied', 'VoucherApplied', ({ nda }: { nda: string }) => nda],
  ])('pays once although it is %s', async (_, type, killedIn) => {
    await Promise.race([life(killedIn), backend.hunted]);
    expect(backend.kills.filter((what) => what.includes(type))).not.toEqual([]);
  });
});
