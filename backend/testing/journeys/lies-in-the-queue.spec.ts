import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import type TestAgent from 'supertest/lib/agent.js';
import { newId } from '#src/platform/crypto/ids';
import { invitedByLink, untilInvitationSent } from '../steps/link-steps.js';
import { create, payByCard, read, sign, signedByBoth, untilSent } from '../steps/steps.js';
import { tenthUnlessLong } from '#src/platform/testing/long-run';
import { ADMIN_PASSWORD, startTestBackend, type TestBackend } from '../backend/test-backend.js';
import { workOf } from '../backend/ticks.js';
import { until } from '#src/platform/testing/until';

/** All tasks except the task that verifies the log. That task reads no payload. */
const TASKS = [
  'deliver-nda',
  'send-document',
  'send-mail',
  'queue-owed-mails',
  'invite-party2',
  'erase-key',
  'erase-voucher-key',
  'erase-withdrawal-key',
  'send-withdrawal-receipt',
  'settle-voucher',
  'report-sandbox-payment',
  'discard-draft',
  'look-at-payment',
  'end-session',
  'append-kept-reports',
  'erase-when-opened',
] as const;

interface Lie {
  readonly task: string;
  readonly payload: unknown;
}

/** Queries everything that a task can change. */
const TRACES = `SELECT
  (SELECT string_agg(stream || '@' || revision || ' ' || type, chr(10) ORDER BY position) FROM event_store.events) AS log,
  (SELECT count(*)::int FROM mailbox_messages) AS mails,
  (SELECT string_agg(s::text, chr(10) ORDER BY id) FROM sandbox_payment_intents s) AS provider,
  (SELECT string_agg(k::text, chr(10) ORDER BY k::text) FROM vault_keys k) AS keys,
  (SELECT count(*)::int FROM sealed_blobs) AS blobs`;

describe('a job that an attacker wrote into the queue', () => {
  const lines: string[] = [];
  let test: TestBackend;
  let browser: TestAgent;
  /** Ids that exist. An attacker who can read the rows knows these ids. */
  let known: {
    ndas: string[];
    events: string[];
    vouchers: string[];
    withdrawals: string[];
    sessions: string[];
    intents: string[];
  };

  beforeAll(async () => {
    test = await startTestBackend({
      env: { LOG_LEVEL: 'error' },
      logs: { write: (line: string) => void lines.push(line) },
    });
    browser = test.browser();
    await makeOneOfEach();
    await idle();
    known = await everyId();
  });
  afterAll(() => test.stop());

  const query = async (text: string, values: unknown[] = []) =>
    (await test.database.pool.query<Record<string, unknown>>(text, values)).rows;
  const column = async (text: string): Promise<string[]> => (await query(text)).map(({ id }) => String(id));
  /**
   * Queries the jobs in the queue. Jobs of live sessions are left out, because they wait until the session is
   * 12 hours old.
   */
  const LEFT = `SELECT FROM owed_jobs
    WHERE NOT (task = 'end-session' AND worker IS NULL AND run_at > now() + interval '1 hour')`;
  const idle = () => until(async () => (await query(LEFT)).length === 0);
  const traces = async () => (await query(TRACES))[0];
  const found = () =>
    lines
      .map((line) => JSON.parse(line) as Record<string, unknown>)
      .filter(({ kind }) => kind === 'job_without_cause');

  async function makeOneOfEach(): Promise<void> {
    const admin = test.browser();
    await admin.post('/api/admin/login').send({ password: ADMIN_PASSWORD }).expect(200);
    const voucher = async () => (await admin.post('/api/admin/vouchers').send({}).expect(201)).body;
    const draft = await create(browser);
    await create(browser, { replaces: await create(browser) });
    await create(test.browser());
    await sign(browser, await create(browser), 1);
    const paid = await signedByBoth(browser);
    await payByCard(browser, paid);
    await untilSent(browser, paid);
    await untilInvitationSent(test, (await invitedByLink(test)).id);
    const byVoucher = await signedByBoth(browser);
    const { code: voucherCode } = await voucher();
    await browser.post(`/api/ndas/${byVoucher}/apply-voucher`).send({ voucherCode }).expect(200);
    await untilSent(browser, byVoucher);
    await voucher();
    const declaration = { name: 'Grace', email: 'grace@example.org', reference: draft };
    await browser.post('/api/withdrawals').send(declaration).expect(202);
    const ofType = (type: string) => query('SELECT FROM event_store.events WHERE type = $1', [`${type}.v1`]);
    await until(async () => (await ofType('WithdrawalReceiptSent')).length === 1);
    await until(async () => (await ofType('NdaDiscarded')).length === 1);
  }

  async function everyId() {
    const named = (prefix: string) =>
      column(`SELECT DISTINCT substr(stream, ${prefix.length + 1}) AS id FROM event_store.events
              WHERE starts_with(stream, '${prefix}')`);
    return {
      ndas: await named('nda-'),
      vouchers: await named('voucher-'),
      withdrawals: await named('withdrawal-'),
      sessions: await named('access-'),
      events: await column('SELECT id FROM event_store.events'),
      intents: await column('SELECT id FROM sandbox_payment_intents'),
    };
  }

  async function insert(lies: readonly Lie[]): Promise<void> {
    for (const { task, payload } of lies)
      await query(`INSERT INTO owed_jobs (task, key, payload, cause, attempts) VALUES ($1, $2, $3, $4, $5)`, [
        task,
        newId(),
        JSON.stringify(payload),
        JSON.stringify({ correlationId: newId() }),
        100,
      ]);
    await query(`SELECT pg_notify('jobs', '')`);
  }

  it('discards no draft for an agreement that does not name that draft', async () => {
    const victim = await create(browser);
    const other = await create(test.browser());
    await idle();
    const before = await traces();
    const [invented, causedBy] = [
      '11111111-1111-4111-8111-111111111111',
      '22222222-2222-4222-8222-222222222222',
    ];
    const told = found().length;
    await insert([
      { task: 'discard-draft', payload: { ndaId: victim, replacedBy: invented, causedBy } },
      { task: 'discard-draft', payload: { ndaId: victim, replacedBy: other, causedBy } },
      { task: 'discard-draft', payload: { ndaId: victim, replacedBy: victim, causedBy } },
    ]);
    await idle();
    expect(await traces()).toEqual(before);
    expect((await read(browser, victim)).status).toBe('draft');
    expect(found().length - told).toBe(3);
    expect(found().at(-1)).toMatchObject({ code: 'tampering_found', task: 'discard-draft' });
    expect(JSON.stringify(found())).not.toContain(invented);
  });

  it('has a task that this spec covers, and whose proof the architecture page names', () => {
    const tasks = workOf(test.backend, test.database.pool).jobs.map(({ task }) => task);
    const text = readFileSync(join(__dirname, '../../../docs/architecture.md'), 'utf8');
    const [table = ''] = /\| Task \|[^]*?\n\n/.exec(text) ?? [];
    const rows = [...table.matchAll(/^\| `([a-z0-9-]+)` \|/gm)].map(([, task]) => task ?? '');
    expect(rows.toSorted()).toEqual(tasks.toSorted());
    expect(tasks.toSorted()).toEqual([...TASKS, 'verify-log'].toSorted());
  });

  it('is reported, whatever its task is, if no event calls for it', async () => {
    const [ndaId, eventId, replacedBy] = [newId(), newId(), newId()];
    const payload = {
      ndaId,
      eventId,
      replacedBy,
      kind: 'order',
      party: 1,
      nth: 1,
      code: null,
      voucherId: 'f'.repeat(64),
      withdrawalId: newId(),
      session: 'f'.repeat(64),
      paymentIntentId: `pi_sandbox_${'f'.repeat(24)}`,
    };
    const told = found().length;
    await insert(TASKS.map((task) => ({ task, payload })));
    await idle();
    const findings = found().slice(told);
    expect(findings.map(({ task }) => task).toSorted()).toEqual([...TASKS].toSorted());
  });

  it('is reported if it would erase an agreement that nobody erased, or names no stream', async () => {
    const before = await traces();
    const told = found().length;
    const [ndaId] = known.ndas;
    await insert([
      { task: 'erase-key', payload: { ndaId } },
      { task: 'erase-key', payload: { ndaId: 'x' } },
      { task: 'erase-voucher-key', payload: { voucherId: 'x' } },
      { task: 'erase-withdrawal-key', payload: { withdrawalId: ['x'] } },
    ]);
    await idle();
    expect(found().length - told).toBe(4);
    expect(await traces()).toEqual(before);
  });

  it('records, mails, pays and destroys nothing, whatever its payload is', async () => {
    const before = await traces();
    const told = found().length;
    const id = fc.oneof(
      fc.constantFrom(...known.ndas),
      fc.constantFrom(...known.events),
      fc.constantFrom(...known.vouchers, ...known.withdrawals, ...known.sessions, ...known.intents),
      fc.uuid(),
      fc.constantFrom(
        null,
        '',
        'x',
        0,
        -1,
        1,
        2,
        3,
        true,
        {},
        [],
        "'; DROP TABLE ndas; --",
        'a'.repeat(5_000),
      ),
    );
    const kind = fc.constantFrom<unknown>(
      'invitation',
      'order',
      'continue',
      'document',
      'cancellation',
      'x',
      7,
    );
    const payload = fc.record(
      {
        ndaId: id,
        voucherId: id,
        withdrawalId: id,
        session: id,
        eventId: id,
        replacedBy: id,
        causedBy: id,
        paymentIntentId: id,
        party: fc.constantFrom<unknown>(1, 2, 3, '2', null),
        kind,
        nth: fc.constantFrom<unknown>(0, 1, 2, -1, 1.5, '1', 1e12),
        code: fc.constantFrom<unknown>('stolen_card', null),
      },
      { requiredKeys: [] },
    );
    const lie = fc.record({
      task: fc.constantFrom(...TASKS),
      payload: fc.oneof(
        { weight: 20, arbitrary: payload },
        // Any JSON that PostgreSQL accepts.
        { weight: 1, arbitrary: fc.jsonValue().filter((value) => !JSON.stringify(value).includes('\\u')) },
      ),
    });
    await fc.assert(
      fc.asyncProperty(fc.array(lie, { minLength: 60, maxLength: 60 }), async (lies) => {
        await insert(lies);
        await idle();
        expect(await traces()).toEqual(before);
      }),
      { numRuns: tenthUnlessLong(60), endOnFailure: true },
    );
    expect(found().length).toBeGreaterThan(told);
  });

  it('does nothing even if all members of its payload except one are right', async () => {
    const before = await traces();
    const [paid] = await column(
      `SELECT substr(stream, 5) AS id FROM event_store.events WHERE type LIKE 'NdaSent.%'`,
    );
    const events = await query('SELECT id, stream, type FROM event_store.events');
    const lies = events.flatMap(({ id: eventId, stream }): Lie[] => [
      { task: 'send-mail', payload: { ndaId: paid, eventId, kind: 'invitation' } },
      { task: 'send-mail', payload: { ndaId: String(stream).slice(4), eventId, kind: 'expiry' } },
    ]);
    const pairs = known.ndas.flatMap((ndaId) => known.ndas.map((replacedBy) => ({ ndaId, replacedBy })));
    const party = 2;
    await insert([
      ...lies,
      ...pairs.map((payload) => ({ task: 'discard-draft', payload })),
      ...known.ndas.flatMap((ndaId) => [
        { task: 'invite-party2', payload: { ndaId } },
        { task: 'deliver-nda', payload: { ndaId } },
        ...known.vouchers.map((voucherId) => ({
          task: 'settle-voucher',
          payload: { voucherId, ndaId, party },
        })),
      ]),
    ]);
    await idle();
    expect(await traces()).toEqual(before);
  });
});
