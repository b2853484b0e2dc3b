import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Response } from 'supertest';
import type TestAgent from 'supertest/lib/agent.js';
import { openInfrastructure } from '#src/app/infrastructure';
import { readSecrets } from '#src/app/secrets';
import { readPdf } from '#src/delivery/testing/read-pdf';
import { appendFirstFormat, type FirstFormatEvent } from '#src/eventsourcing/journal/testing/first-format';
import { ndaStream } from '#src/nda/nda.events';
import { FIXTURE_PASSWORD, p12Fixture } from '#src/pades/testing/fixtures';
import { silentLogger } from '#src/platform/logging/logger';
import type { TestDatabase } from '#src/platform/postgres/testing/test-database';
import { type MeteredBackend, startMetered } from '../observed/budget.js';
import { scaledTimeout } from '#src/platform/testing/scaled-timeout';
import { signature } from '../steps/samples.js';
import { create, read, sign, untilSent } from '../steps/steps.js';
import { ADMIN_PASSWORD } from '../backend/test-backend.js';
import { until } from '#src/platform/testing/until';
import { createServiceDatabase } from '../backend/service-database.js';

/** Milliseconds for which a request may block other requests (rule:budget-of-a-request). */
const GAP_MS = 50;
const TRIES = 3;
const ROUNDS = 1_000;
/** Number of rounds in one append. */
const ROUNDS_PER_APPEND = 100;
/** Maximum number of the document's pages; an ordinary document has six. */
const PAGES_MAX = 7;

/**
 * Returns ten events, three of which change the mode. Stage one let people cause such events without limit.
 */
function round(attempt: number): FirstFormatEvent[] {
  const origin = { ip: '203.0.113.77', userAgent: 'Test' };
  const changed = (type: string, party1PaysForBoth: boolean): FirstFormatEvent => ({
    type: `${type}.v1`,
    open: { party1PaysForBoth },
    origin,
  });
  const about = { party: 1, attempt } as const;
  const asked = { ...about, amount: 199, currency: 'EUR', provider: 'sandbox', consentWording: 'v1' };
  const paymentIntentId = `pi_${attempt}`;
  const failed = (final: boolean): FirstFormatEvent => ({
    type: 'PaymentFailed.v1',
    open: { ...about, paymentIntentId, code: final ? 'cancelled' : 'declined', final },
  });
  return [
    changed('SigningMadeRemote', true),
    changed('SigningMadeRemote', false),
    changed('SigningMadeInPerson', false),
    { type: 'PaymentRequested.v1', open: asked, origin },
    { type: 'PaymentIntentOpened.v1', open: { ...about, provider: 'sandbox', paymentIntentId } },
    ...Array.from({ length: 4 }, () => failed(false)),
    failed(true),
  ];
}

describe('an agreement of ten thousand events', () => {
  let folder: string;
  let database: TestDatabase;
  let metered: MeteredBackend;
  let browser: TestAgent;
  let admin: TestAgent;
  let id: string;

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'siegel-long-history-'));
    database = await createServiceDatabase();
    const dataDir = join(folder, 'data');
    metered = await startMetered({ DATABASE_URL: database.url, DATA_DIR: dataDir, ADMIN_PASSWORD }, folder);
    [browser, admin] = [metered.backend.browser(), metered.backend.browser()];
    await admin.post('/api/admin/login').send({ password: ADMIN_PASSWORD }).expect(200);
    id = await create(browser);
    await sign(browser, id, 1);
    await lengthen(dataDir);
    await until(async () => (await read(browser, id)).revision > 10 * ROUNDS);
    // On a busy machine, folding ten thousand events may take too long. Then the request is repeated.
    await until(async () => {
      const { status, body } = await browser
        .post(`/api/ndas/${id}/sign`)
        .send({ partyNumber: '2', signature: signature(2) });
      return status === 200 || body.code === 'nda_final';
    });
  });
  afterAll(async () => {
    await metered.backend.end('SIGTERM');
    await database.drop();
    await rm(folder, { recursive: true, force: true });
  });

  async function lengthen(dataDir: string): Promise<void> {
    const SEAL_P12 = p12Fixture('rsa-chain-quick').toString('base64');
    const env = { ADMIN_PASSWORD, SEAL_P12, SEAL_P12_PASSWORD: FIXTURE_PASSWORD };
    const secrets = await readSecrets({ dataDir, production: false }, env);
    const parts = await openInfrastructure({ databaseUrl: database.url, secrets, logger: silentLogger });
    try {
      await parts.vault.start();
      for (let done = 0; done < ROUNDS; done += ROUNDS_PER_APPEND) {
        const rounds = Array.from({ length: ROUNDS_PER_APPEND }, (_, n) => round(done + n + 1)).flat();
        await appendFirstFormat(parts, ndaStream(id), rounds, new Date().toISOString());
      }
    } finally {
      await parts.close();
    }
  }

  /**
   * Repeats a request up to `TRIES` times, until one try blocks other requests for at most `GAP_MS`. Returns
   * the response to the last try.
   */
  async function withinGap(send: () => PromiseLike<Response>): Promise<Response> {
    let best = Number.POSITIVE_INFINITY;
    for (let n = 0; ; n += 1) {
      const { cost, answer } = await metered.cost(send);
      best = Math.min(best, cost.gapMs);
      // On a busy machine, the backend may answer 503 or block other requests for too long.
      const isBusy = answer.status === 503 || best > scaledTimeout(GAP_MS);
      if (isBusy && n + 1 < TRIES) continue;
      expect({ gapMs: best, kept: best <= scaledTimeout(GAP_MS) }).toEqual({ gapMs: best, kept: true });
      return answer;
    }
  }

  it('is printed on a few pages without blocking others', async () => {
    const { status, body } = await withinGap(() => admin.get(`/api/ndas/${id}/pdf`));
    expect(status).toBe(200);
    const { pages } = readPdf(body);
    expect(pages.length).toBeLessThanOrEqual(PAGES_MAX);
    expect(pages.join('').replaceAll(/\s+/g, '')).toContain(`weiteredieserArtdavor:${3 * ROUNDS - 1}`);
  });

  it('is replayed for the audit without blocking others', async () => {
    const replay = (path: string) => () => admin.get(`/api/audit/ndas/${id}/${path}`);
    const { body: at } = await withinGap(replay(`at/${10 * ROUNDS}`));
    expect(at).toMatchObject({ revision: 10 * ROUNDS, nda: { status: 'party1_signed' } });
    const { body: page } = await withinGap(replay(`events?from=${10 * ROUNDS - 100}&limit=100`));
    expect([page.items.length, page.items[0].revision]).toEqual([100, 10 * ROUNDS - 100]);
  });

  it('is sealed, sent and found authentic without blocking others', async () => {
    const { body: voucher } = await admin.post('/api/admin/vouchers').send({}).expect(201);
    const paid = { voucherCode: voucher.code, partyNumber: '1' };
    const apply = () => browser.post(`/api/ndas/${id}/apply-voucher`).send(paid);
    // On a busy machine the response may come too late. Then the call is repeated, and the agreement may be
    // paid already.
    await until(async () => [200, 409].includes((await apply()).status));
    await untilSent(browser, id);
    const { body: pdf } = await browser.get(`/api/ndas/${id}/pdf`).expect(200);
    const check = () => browser.post('/api/verify').set('content-type', 'application/pdf').send(pdf);
    const { body } = await withinGap(check);
    expect(body).toMatchObject({ verdict: 'authentic', ndaId: id });
  });
});
