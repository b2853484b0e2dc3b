import type TestAgent from 'supertest/lib/agent.js';
import { createSealIdentity } from '#src/pades/seal-identity';
import type { TestDatabase } from '#src/platform/postgres/testing/test-database';
import { until } from '#src/platform/testing/until';
import {
  type BuiltBackend,
  type Environment,
  startBuilt,
  type TestDataDir,
  testDataDir,
} from '../backend/built-backend.js';
import { signature } from '../steps/samples.js';
import { environmentOf } from '../backend/secrets.js';
import {
  create,
  mails,
  openIntent,
  payByCard,
  read,
  sign,
  signedByBoth,
  untilReady,
  untilSent,
} from '../steps/steps.js';
import { ADMIN_PASSWORD, startTestBackend, type TestBackend, testSecrets } from '../backend/test-backend.js';
import { scaledTimeout } from '#src/platform/testing/scaled-timeout';
import { isLongRun } from '#src/platform/testing/long-run';
import { createServiceDatabase } from '../backend/service-database.js';

/** Makes two agents share their cookies, like one browser that talks to both backends. */
function sharedCookies(one: TestAgent, other: TestAgent): [TestAgent, TestAgent] {
  return [one, Object.assign(other, { jar: one.jar })];
}

describe('a backend whose secrets differ from those of a serving one', () => {
  let serving: TestBackend;
  beforeAll(async () => {
    serving = await startTestBackend();
  });
  afterAll(() => serving.stop());
  const role = async (browser: TestAgent): Promise<unknown> =>
    (await browser.get('/api/admin/check').expect(200)).body.role;

  it('starts only if the change is configured; then sessions of the old password end', async () => {
    const { database, secrets } = serving;
    const { p12, password } = await createSealIdentity({ subject: 'Siegel', now: new Date() });
    const changed = { ...secrets, adminPassword: 'another one', sealP12: p12, sealP12Password: password };
    const other = (env = {}) => startTestBackend({ on: { database, secrets: changed }, env });
    await expect(other()).rejects.toThrow('with another value of ADMIN_PASSWORD, SEAL_P12.');
    const next = await other({ CHANGING_SECRETS: 'ADMIN_PASSWORD, SEAL_P12' });
    try {
      const [onOld, onNext] = sharedCookies(serving.browser(), next.browser());
      await onOld.post('/api/admin/login').send({ password: ADMIN_PASSWORD }).expect(200);
      expect([await role(onOld), await role(onNext)]).toEqual(['admin', null]);
      const warnings = [expect.stringContaining('ADMIN_PASSWORD, SEAL_P12: another backend')];
      for (const browser of [onOld, onNext])
        await until(async () => {
          const body = await untilReady(browser);
          return body.warnings !== undefined && (expect(body.warnings).toEqual(warnings), true);
        });
    } finally {
      await next.stop();
    }
  });
});

describe('two backends on one database', () => {
  let a: TestBackend;
  let b: TestBackend;
  beforeAll(async () => {
    a = await startTestBackend();
    b = await startTestBackend({ on: a });
  });
  afterAll(async () => {
    await b.stop();
    await a.stop();
  });
  const browsers = (): [TestAgent, TestAgent] => sharedCookies(a.browser(), b.browser());

  it('share one journey, and each reads what was written on the other', async () => {
    const [onA, onB] = browsers();
    const id = await create(onA);
    expect((await read(onB, id)).revision).toBe(0);
    const etag = (await onA.get(`/api/ndas/${id}`)).headers['etag'] ?? '';
    expect((await sign(onB, id, 1)).status).toBe('party1_signed');
    expect((await onA.get(`/api/ndas/${id}`).set('if-none-match', etag).expect(200)).body.status).toBe(
      'party1_signed',
    );
    expect((await sign(onA, id, 2)).status).toBe('completed');
    const intent = await openIntent(onA, id);
    expect(await openIntent(onB, id)).toEqual(intent);
    expect((await payByCard(onB, id)).paymentStatus).toBe('succeeded');
    expect((await read(onA, id)).paymentStatus).toBe('succeeded');
    await untilSent(onA, id);
    expect((await mails(onB)).filter((mail) => mail.attachments.length > 0)).toHaveLength(2);
    await onB.get(`/api/ndas/${id}/pdf`).expect(200);
  });

  it('let one of two tabs sign, each on another backend', async () => {
    for (let round = 0; round < 8; round += 1) {
      const [onA, onB] = browsers();
      const id = await create(onA);
      await sign(onB, id, 1);
      const tabs = await Promise.all(
        [onA, onB].map((tab, n) =>
          tab.post(`/api/ndas/${id}/sign`).send({ partyNumber: '2', signature: signature(n) }),
        ),
      );
      expect(tabs.map((tab) => tab.status).sort()).toEqual([200, 409]);
      expect(tabs.find((tab) => tab.status === 409)?.body.code).toBe('nda_final');
      expect((await read(onA, id)).revision).toBe((await read(onB, id)).revision);
    }
  });

  it('give a voucher to only one of two agreements, and create only one agreement for one key', async () => {
    const [adminA, adminB] = browsers();
    await adminA.post('/api/admin/login').send({ password: ADMIN_PASSWORD }).expect(200);
    const { body: voucher } = await adminB.post('/api/admin/vouchers').send({}).expect(201);
    const [onA, onB] = browsers();
    const ids = [await signedByBoth(onA), await signedByBoth(onB)];
    const answers = await Promise.all(
      [onA, onB].map((browser, n) =>
        browser.post(`/api/ndas/${ids[n]}/apply-voucher`).send({ voucherCode: voucher.code }),
      ),
    );
    expect(answers.map((answer) => answer.status).sort()).toEqual([200, 409]);
    await adminA.post('/api/admin/logout').expect(204);
    await adminB.get('/api/admin/vouchers').expect(401);
  });
});

describe('the leader of two backends', () => {
  let database: TestDatabase;
  let folder: TestDataDir;
  let env: Environment;
  let leader: BuiltBackend;
  let other: BuiltBackend;
  beforeAll(async () => {
    [database, folder] = [await createServiceDatabase(), await testDataDir()];
    env = { DATABASE_URL: database.url, DATA_DIR: folder.path, ...environmentOf(testSecrets()) };
    leader = await startBuilt(env);
    other = await startBuilt(env);
  });
  afterAll(async () => {
    await Promise.all([leader.end('SIGKILL'), other.end('SIGTERM')]);
    await database.drop();
    await folder.remove();
  });

  /** Creates an NDA. @returns the milliseconds until the read model has a row for the NDA */
  async function untilProjected(browser: TestAgent): Promise<number> {
    const began = Date.now();
    const id = await create(browser);
    await until(
      async () => (await database.pool.query('SELECT 1 FROM ndas WHERE id = $1', [id])).rowCount === 1,
    );
    return Date.now() - began;
  }

  it.each([
    ['is stopped', 'SIGTERM', 1500] as const,
    // A lease expires 3 s after its last renewal. The other backend tries to acquire the lease every half
    // second. The kill is tested only in `npm run test:long`.
    ...(isLongRun() ? [['is killed', 'SIGKILL', 5000] as const] : []),
  ])('is replaced by the other when it %s', async (_how, signal, withinMs) => {
    const [onLeader, onOther] = sharedCookies(leader.browser(), other.browser());
    const paid = await signedByBoth(onLeader);
    await payByCard(onLeader, paid);
    const gone = leader.end(signal);
    if (signal === 'SIGTERM') expect(await gone).toBe(0);
    expect(await untilProjected(onOther)).toBeLessThan(scaledTimeout(withinMs));
    await untilSent(onOther, paid);
    const next = await signedByBoth(onOther);
    await payByCard(onOther, next);
    await untilSent(onOther, next);
    const sent = (await mails(onOther)).filter((mail) => mail.attachments.length > 0);
    expect(new Set(sent.map((mail) => mail.id)).size).toBe(sent.length);
    expect(sent.length % 4).toBe(0);
    [leader, other] = [other, await startBuilt(env)];
  });

  it('does no harm when it resumes after a freeze', async () => {
    const [onLeader, onOther] = sharedCookies(leader.browser(), other.browser());
    const id = await create(onLeader);
    leader.process.kill('SIGSTOP');
    try {
      expect(await untilProjected(onOther)).toBeLessThan(scaledTimeout(5000));
      await sign(onOther, id, 1);
      await until(
        async () =>
          (await database.pool.query('SELECT 1 FROM ndas WHERE id = $1 AND revision >= 1', [id])).rowCount ===
          1,
      );
    } finally {
      leader.process.kill('SIGCONT');
    }
    expect((await read(onLeader, id)).status).toBe('party1_signed');
    expect((await sign(onLeader, id, 2)).status).toBe('completed');
    await payByCard(onLeader, id);
    await untilSent(onOther, id);
  });
});
