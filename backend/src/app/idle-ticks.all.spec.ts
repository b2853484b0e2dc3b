import { OBLIGATION_KINDS } from '@siegel/contracts/enums';
import { Client } from 'pg';
import type { Scheduled } from '../platform/jobs/scheduled.js';
import { BufferCount, type Read } from '../platform/postgres/testing/count-buffers.js';
import { grownReads } from '../platform/postgres/testing/grown-reads.js';
import { create } from '../../testing/steps/steps.js';
import { tenthUnlessLong } from '../platform/testing/long-run.js';
import { ticksOf, workOf } from '../../testing/backend/ticks.js';
import { ndasOwingMails } from '../agreements/owed/owed-work.js';
import { ADMIN_PASSWORD, startTestBackend, type TestBackend } from '../../testing/backend/test-backend.js';

/**
 * Number of rows of each kind in a young service. A tick may read all rows of the mailbox, but the mailbox
 * keeps no more than 1 000 mails.
 */
const FEW = tenthUnlessLong(10_000);
const MANY = 10 * FEW;
const OWED = 40;
/** Maximum number of rows that a query may read in addition to the rows that owe something. */
const BESIDE = 50;
const OF_INVITATIONS_AND_MAILS = [
  'remind-and-expire',
  'sweep:owed-invitations',
  'sweep:owed-mails',
  'forget-handled-reports',
  'forget-accepted-mails',
];

describe('a service without open obligations', () => {
  let test: TestBackend;
  let count: BufferCount;
  /**
   * A connection without the service's statement timeout. The service itself never writes this much in one
   * statement.
   */
  let past: Client;
  let ticks: readonly Scheduled[];
  /** Queries for obligations that are measured in addition to the ticks. */
  let looks: Readonly<Record<string, () => Promise<unknown>>>;

  beforeAll(async () => {
    test = await startTestBackend({ env: { SITE_EMAIL: 'betrieb@siegel.example' } });
    count = new BufferCount(test.database.url);
    const { owed } = workOf(test.backend, count.pool);
    ticks = ticksOf(test.backend, count.pool);
    looks = {
      'list of obligations': () => owed.page(1, 20, OBLIGATION_KINDS),
      'figures of obligations': () => owed.figures(),
      'an obligation by its id': () => owed.ndasOwing('01900000-0000-7000-8000-000000000000'),
    };
    past = new Client({ connectionString: test.database.url });
    await past.connect();
  });
  afterAll(async () => {
    await count.end();
    await past.end();
    await test.stop();
  });

  async function reads(): Promise<Map<string, Read>> {
    const never = new AbortController().signal;
    const counts = new Map<string, Read>();
    for (const { name, run } of ticks) counts.set(name, await count.of(() => run(never)));
    for (const [name, look] of Object.entries(looks)) counts.set(name, await count.of(look));
    return counts;
  }

  it('does not read more, in any tick or query for obligations, when it is old than when it is young', async () => {
    const ndaId = await create(test.browser());
    const admin = test.browser();
    await admin.post('/api/admin/login').send({ password: ADMIN_PASSWORD }).expect(200);
    const voucher = await admin.post('/api/admin/vouchers').send({}).expect(201);
    await fill(past, { ndaId, voucherId: voucher.body.id, from: 1, to: FEW });
    const young = await reads();
    await fill(past, { ndaId, voucherId: voucher.body.id, from: FEW + 1, to: MANY });
    const old = await reads();
    expect(young.size).toBeGreaterThan(10);
    expect([...young.keys()]).toEqual(expect.arrayContaining(OF_INVITATIONS_AND_MAILS));
    expect(grownReads(young, old)).toEqual([]);
  });

  it('finds the owed mails among many others, and reads only a few of the others', async () => {
    await past.query(
      `UPDATE ndas SET mail_owed_until = now() + interval '1 day'
       WHERE id IN (SELECT id FROM ndas WHERE status = 'sent' ORDER BY id LIMIT ${OWED})`,
    );
    await past.query('VACUUM ANALYZE ndas');
    const { rows } = await count.of(() => ndasOwingMails(count.pool, new Date(), undefined, 500));
    expect(rows).toBeGreaterThanOrEqual(OWED);
    expect(rows).toBeLessThanOrEqual(OWED + BESIDE);
  });
});

interface Past {
  /** The agreement and the voucher whose rows are copied into the past. */
  readonly ndaId: string;
  readonly voucherId: string;
  readonly from: number;
  readonly to: number;
}

/** Returns an SQL expression for the id of the nth row of this kind. */
const nth = (kind: string): string => `md5('${kind}' || n)::uuid`;

/**
 * Old rows of finished work. Each agreement is ten minutes older than the one before. One agreement in ten
 * owed a mail in the past and still contains the id of an obligation. One agreement in twenty had an
 * obligation that ended a day ago.
 */
const DONE = {
  ndas: `SELECT (jsonb_populate_record(like_it, jsonb_build_object('id', ${nth('nda')}, 'chain', ${nth('nda')},
      'replaces', CASE WHEN n % 10 = 0 THEN ${nth('draft')} END, 'status', 'sent',
      'mail_owed_until', CASE WHEN n % 10 = 0 THEN now() - n * interval '10 minutes' END,
      'due_at', CASE WHEN n % 10 = 0 THEN now() + interval '1 day' END,
      'open_until', CASE WHEN n % 20 = 0 THEN now() - interval '1 day' END,
      'obligation_ids', CASE WHEN n % 10 = 0 THEN jsonb_build_array(${nth('event')}) ELSE '[]' END,
      'state', jsonb_set((like_it).state, '{payments,1,voucherId}', to_jsonb(md5('voucher' || n))),
      'created_at', now() - interval '1 day' - n * interval '10 minutes'))).* FROM model, numbers`,
  // Replaced drafts that retention does not erase yet. One half of them is too young. The other half is old
  // enough, but under legal hold.
  drafts: `SELECT (jsonb_populate_record(like_it, jsonb_build_object('id', ${nth('draft')}, 'chain', ${nth('nda')},
      'discarded', true, 'legal_hold_since', CASE WHEN n % 20 = 0 THEN now() END,
      'created_at', now() - CASE WHEN n % 20 = 0 THEN interval '100 days' ELSE interval '10 days' END))).*
    FROM model, numbers WHERE n % 10 = 0`,
  erased: `SELECT (jsonb_populate_record(like_it, jsonb_build_object('id', ${nth('gone')}, 'chain', NULL,
      'erased_at', now() - interval '1 hour', 'key_destroyed_at', now() - interval '1 hour',
      'created_at', now() - interval '100 days'))).* FROM model, numbers`,
  vouchers: `SELECT (jsonb_populate_record(like_it, jsonb_build_object('id', md5('voucher' || n), 'is_used', true,
      'used_at', now() - interval '1 day' - n * interval '10 minutes', 'used_by_nda_id', ${nth('nda')}, 'used_by_party', 1,
      'key_destroyed_at', CASE WHEN n > 6 * 24 * 60 THEN now() END))).* FROM model, numbers`,
  vault_keys: `SELECT 'nda-' || ${nth('gone')}, NULL, NULL, NULL, now() - interval '1 day', now() - interval '1 hour', n FROM numbers`,
  page_views: `SELECT ${nth('view')}, 'home', now() - (n % 29) * interval '1 day', 'Mozilla/5.0', NULL, true FROM numbers`,
  funnel_events: `SELECT ${nth('view')}, 'view', NULL, now() - (n % 29) * interval '1 day', current_date - n % 29, NULL, true FROM numbers`,
  login_attempts: `SELECT 'address-' || n, 0, now() - (n % 80) * interval '1 day', true FROM numbers`,
  accepted_mails: `SELECT 'mail-' || n, now() - (n % 80) * interval '1 day', NULL FROM numbers`,
  handled_mail_reports: `SELECT 'event-' || n, now() - (n % 6) * interval '1 day' FROM numbers`,
  mailbox_messages: `SELECT ${nth('mail')}, 'mail-' || n, 'nda-' || n, ''::bytea, now() - interval '1 day'
    FROM numbers WHERE n <= 1000`,
} as const;

async function fill(client: Client, { ndaId, voucherId, from, to }: Past): Promise<void> {
  for (const [name, rows] of Object.entries(DONE)) {
    const table = name === 'drafts' || name === 'erased' ? 'ndas' : name;
    const models =
      table === 'vouchers' ? `vouchers t WHERE id = '${voucherId}'` : `ndas t WHERE id = '${ndaId}'`;
    await client.query(
      `WITH numbers AS (SELECT generate_series(${from}, ${to}) AS n), model AS (SELECT t AS like_it FROM ${models})
       INSERT INTO ${table} ${rows}`,
    );
    await client.query(`VACUUM ANALYZE ${table}`);
  }
}
