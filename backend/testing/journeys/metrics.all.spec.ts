import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { DAY_MS } from '@siegel/contracts/limits';
import fc from 'fast-check';
import request from 'supertest';
import type TestAgent from 'supertest/lib/agent.js';
import { type Clock, systemClock } from '#src/platform/time/clock';
import { openSealIdentity } from '#src/pades/seal-identity';
import { FIXTURE_PASSWORD, p12Fixture } from '#src/pades/testing/fixtures';
import { type Exposition, metricsOf } from '../observed/exposition.js';
import { payByCard, signedByBoth, untilSent } from '../steps/steps.js';
import {
  ADMIN_PASSWORD,
  AUDITOR_PASSWORD,
  startTestBackend,
  type TestBackend,
} from '../backend/test-backend.js';
import { until } from '#src/platform/testing/until';
import { payWrongAmount } from '../steps/act.js';

const MINUTE = 60_000;
const TASK = 'send-mail';

describe('the metrics of a backend', () => {
  let test: TestBackend;
  let browser: TestAgent;
  let now: () => Date = () => systemClock.now();
  beforeAll(async () => {
    test = await startTestBackend({ clock: { now: () => now() } });
    browser = test.browser();
  });
  afterAll(() => test.stop());

  const metrics = (): Promise<Exposition> => metricsOf(browser);
  const value = async (name: string, labels?: Record<string, string>): Promise<number | undefined> =>
    (await metrics()).value(name, labels);

  it('have its version, its disk, its pools and the expiry of its certificate', async () => {
    const { version } = JSON.parse(readFileSync(join(__dirname, '../../package.json'), 'utf8')) as {
      version: string;
    };
    const told = await metrics();
    expect(told.value('siegel_build_info', { version, node: process.versions.node })).toBe(1);
    const [size, available] = [told.value('data_dir_size_bytes'), told.value('data_dir_available_bytes')];
    expect(available).toBeGreaterThan(0);
    expect(size).toBeGreaterThanOrEqual(available ?? 0);
    const pools = told
      .all('database_pool_connections_max')
      .map(({ labels, value }) => [labels['pool'], value]);
    expect(Object.fromEntries(pools)).toEqual({
      requests: 10,
      background: 8,
      leases: 2,
      tables: 4,
      events: 6,
    });
    for (const [pool] of pools)
      expect(told.value('database_pool_waiting_requests', { pool: String(pool) })).toBeGreaterThanOrEqual(0);
    const { notAfter } = openSealIdentity(p12Fixture('rsa-chain-quick'), FIXTURE_PASSWORD);
    expect(told.value('seal_certificate_expiry_timestamp_seconds')).toBe(notAfter.getTime() / 1000);
    const ofTheProcess = [
      'process_resident_memory_bytes',
      'process_start_time_seconds',
      'nodejs_eventloop_lag_p99_seconds',
    ];
    for (const name of ofTheProcess) expect(told.value(name)).toBeGreaterThan(0);
    expect(told.value('metrics_failures_total')).toBe(0);
  });

  it('count the events, the document and the mails of an agreement', async () => {
    const before = await metrics();
    const id = await signedByBoth(browser);
    await payByCard(browser, id);
    await untilSent(browser, id);
    await until(async () => (await value('documents_waiting')) === 0);
    const after = await metrics();
    const grown = (name: string, labels: Record<string, string> = {}): number =>
      (after.value(name, labels) ?? 0) - (before.value(name, labels) ?? 0);
    expect(grown('documents_made_total')).toBe(1);
    expect(grown('document_making_duration_seconds_count')).toBe(1);
    expect(grown('seals_total', { level: 'B-B' })).toBe(1);
    expect(grown('mails_total', { kind: 'document', outcome: 'accepted' })).toBe(2);
    expect(grown('mails_total', { kind: 'order', outcome: 'accepted' })).toBe(1);
    expect(grown('mail_send_duration_seconds_count')).toBe(3);
    expect(grown('event_store_appended_events_total', { store: 'postgresql' })).toBeGreaterThan(5);
    for (const operation of ['append', 'read'])
      expect(grown(`event_store_${operation}_duration_seconds_count`)).toBeGreaterThan(5);
    const signs = { method: 'POST', route: '/api/ndas/:id/sign', status: '2xx' };
    expect(grown('http_request_duration_seconds_count', { ...signs })).toBe(2);
  });

  it('show how far the pass over the log is, and how many streams are broken', async () => {
    const { pool } = test.database;
    await until(async () => (await value('siegel_log_pass_progress_ratio')) !== undefined);
    expect(await value('siegel_log_pass_lag_seconds')).toBeGreaterThanOrEqual(0);
    expect(await value('siegel_closed_streams')).toBe(0);
    expect(await value('siegel_log_tree_broken')).toBe(0);
    await pool.query(
      `INSERT INTO tampered_streams VALUES ('', NULL, 'bad_signature', 'x', now()), ('nda-x', 1, 'mac', 'x', now())`,
    );
    await until(async () => (await value('siegel_closed_streams')) === 1);
    await until(async () => (await value('siegel_log_tree_broken')) === 1);
    await until(async () => (await value('obligations_open', { kind: 'tampering' })) === 1);
    await pool.query('DELETE FROM tampered_streams');
    await until(async () => (await value('siegel_closed_streams')) === 0);
  });

  it('show how far the log is signed', async () => {
    const unsigned = await until(async () => {
      const count = await value('log_unsigned_events');
      return count !== undefined && count > 0 && count;
    });
    const { pool } = test.database;
    await pool.query(
      `INSERT INTO log_checkpoints (size, root, at, key_id, signature)
       SELECT max(place) + 1, '\\x00', $1, 'a key', '\\x00' FROM log_leaves`,
      [new Date(now().getTime() - 90 * MINUTE)],
    );
    const age = await until(async () => {
      const told = await value('log_checkpoint_age_seconds');
      return told !== undefined && told >= 5400 && told;
    });
    expect(age).toBeLessThan(5400 + 600);
    await until(async () => (await value('log_unsigned_events')) === 0);
    expect(unsigned).toBeGreaterThan(0);
    await pool.query(`DELETE FROM log_checkpoints WHERE key_id = 'a key'`);
  });

  it('show the age of the oldest obligation, by the clock of the service', async () => {
    const id = await signedByBoth(browser);
    await payWrongAmount(test, id);
    await until(async () => (await value('obligations_open', { kind: 'refund' })) === 1);
    expect(await value('obligations_oldest_age_seconds', { kind: 'refund' })).toBeLessThan(600);
    now = () => new Date(systemClock.now().getTime() + 3 * DAY_MS);
    await until(
      async () =>
        ((await value('obligations_oldest_age_seconds', { kind: 'refund' })) ?? 0) >= (3 * DAY_MS) / 1000,
    );
    now = () => systemClock.now();
    expect(await value('obligations_open', { kind: 'chargeback' })).toBe(0);
  });

  it('leave out only the metrics of a locked table, and count the failures', async () => {
    await until(async () => (await value('jobs_owed', { task: TASK })) === 0);
    const lock = await test.database.pool.connect();
    try {
      await lock.query('BEGIN; LOCK TABLE owed_jobs');
      // The metrics of obligations are missing, too, because they also read the locked table of jobs.
      const kept = ['jobs_owed', 'jobs_backlog_age_seconds', 'documents_waiting', 'obligations_open'];
      await until(async () => {
        const found = await metrics();
        return kept.every((name) => found.value(name) === undefined);
      });
      for (const source of ['jobs', 'obligations'])
        await until(async () => ((await value('metrics_failures_total', { source })) ?? 0) > 0);
      // Values from before the lock are too old by now.
      await until(async () => {
        const found = await metrics();
        const isKept = kept.every((name) => found.value(name) === undefined);
        const others = ['log_unsigned_events', 'data_dir_available_bytes', 'subscription_lag_events'];
        return isKept && others.every((name) => found.value(name) !== undefined);
      });
      await lock.query('ROLLBACK');
    } finally {
      lock.release();
    }
    for (const name of ['jobs_owed', 'obligations_open'])
      await until(async () => (await value(name)) !== undefined);
  });
});

describe('the metrics of jobs that no worker takes', () => {
  /** A backend whose clock is wrong takes no jobs. */
  const machineClock: Clock = { now: () => new Date(systemClock.now().getTime() + 10 * MINUTE) };
  let before: TestBackend;
  let test: TestBackend;
  beforeAll(async () => {
    // The first start of a log records something, which no backend with a wrong clock does.
    before = await startTestBackend();
    await before.backend.stop();
    const { database, secrets, dataDir } = before;
    test = await startTestBackend({ machineClock, on: { database, secrets, dataDir } });
  });
  afterAll(async () => {
    await test.stop();
    await before.stop();
  });

  const told = (): Promise<Exposition> => metricsOf(test.browser());
  const add = (columns: Record<string, unknown>): Promise<unknown> =>
    test.database.pool.query(
      `INSERT INTO owed_jobs (task, key, payload, ${Object.keys(columns).join(', ')})
       VALUES ($1, $2, '{}', ${Object.keys(columns)
         .map((_, n) => `now() - $${n + 3} * interval '1 minute'`)
         .join(', ')})`,
      [TASK, randomUUID(), ...Object.values(columns)],
    );

  it('show how many there are and how long they have been waiting, running, or failed', async () => {
    const { pool } = test.database;
    await add({ run_at: 20 });
    const first = await until(async () => {
      const age = (await told()).value('jobs_backlog_age_seconds', { task: TASK });
      return age !== undefined && age >= 1200 && age;
    });
    await until(async () => ((await told()).value('jobs_backlog_age_seconds', { task: TASK }) ?? 0) > first);
    const worker = randomUUID();
    await pool.query(
      `INSERT INTO worker_heartbeats (worker_id, seen_at) VALUES ($1, now() + interval '1 hour')`,
      [worker],
    );
    await add({ taken_at: 40 });
    await pool.query('UPDATE owed_jobs SET worker = $1 WHERE taken_at IS NOT NULL', [worker]);
    await add({ run_at: -30, made_at: 180 });
    await pool.query(`UPDATE owed_jobs SET error = 'ECONNREFUSED' WHERE made_at < now() - interval '1 hour'`);
    const found = await until(async () => {
      const exposition = await told();
      return exposition.value('jobs_owed', { task: TASK, state: 'failed' }) === 1 && exposition;
    });
    for (const state of ['waiting', 'running', 'failed'])
      expect(found.value('jobs_owed', { task: TASK, state })).toBe(1);
    expect(found.value('jobs_in_hand_age_seconds', { task: TASK })).toBeGreaterThanOrEqual(2400);
    expect(found.value('jobs_failed_age_seconds', { task: TASK })).toBeGreaterThanOrEqual(10_800);
    expect(found.value('jobs_backlog_age_seconds', { task: TASK })).toBeLessThan(2400);
    expect(found.value('clock_offset_seconds')).toBeCloseTo(600, 0);
  });
});

describe('the metrics of refused requests and logins', () => {
  let test: TestBackend;
  beforeAll(async () => {
    const at = new Date('2026-11-12T10:00:30.000Z');
    test = await startTestBackend({ env: { RATE_LIMIT_FACTOR: '1' }, clock: { now: () => at } });
  });
  afterAll(() => test.stop());

  it('name the limits by which requests were refused', async () => {
    const visit = { page: 'home', sessionId: 'session' };
    const answers = await Promise.all(
      Array.from({ length: 63 }, () => test.browser().post('/api/analytics/page-view').send(visit)),
    );
    expect(answers.filter(({ status }) => status === 429)).toHaveLength(3);
    const told = await metricsOf(test.browser());
    expect(told.value('rate_limited_requests_total', { limit: 'analytics' })).toBe(3);
    expect(told.value('rate_limited_requests_total')).toBe(3);
  });

  it('name the roles that logged in, and the reasons of failed logins', async () => {
    const login = (password: string) => test.browser().post('/api/admin/login').send({ password });
    await login(ADMIN_PASSWORD).expect(200);
    await login(AUDITOR_PASSWORD).expect(200);
    for (let n = 0; n < 5; n += 1) await login('a wrong one').expect(401);
    await login('a wrong one').expect(429);
    const told = await metricsOf(test.browser());
    for (const role of ['admin', 'auditor']) expect(told.value('logins_total', { role })).toBe(1);
    expect(told.value('login_failures_total', { reason: 'invalid_password' })).toBe(5);
    expect(told.value('login_failures_total', { reason: 'throttled' })).toBe(1);
  });
});

describe('the labels of metrics', () => {
  let test: TestBackend;
  beforeAll(async () => {
    test = await startTestBackend();
  });
  afterAll(() => test.stop());

  const METHODS = ['get', 'post', 'put', 'delete', 'patch'] as const;
  const PLACES = ['', 'api/', 'api/ndas/', 'api/admin/', 'dev/', 'health/', 'assets/', 'sign/', '%zz/'];
  const ask = (method: (typeof METHODS)[number], path: string): PromiseLike<unknown> =>
    request(test.backend.address)[method](path);
  /** Returns the series that change only with requests. All other series also change without requests. */
  const series = async (): Promise<string[]> =>
    (await metricsOf(test.browser())).samples
      .filter(({ name }) => /^(http|rate|login|mail|event_store|jobs_owed|metrics)/.test(name))
      .map(({ name, labels }) => JSON.stringify([name, labels]))
      .toSorted();

  it('have no values that a client can invent', async () => {
    for (const place of PLACES) for (const method of METHODS) await ask(method, `/${place}something`);
    await series();
    const before = await series();
    const segment = fc.stringMatching(/^[a-zA-Z0-9._~-]{1,40}$/);
    const asked = fc.tuple(fc.constantFrom(...METHODS), fc.constantFrom(...PLACES), segment);
    for (const [method, place, end] of fc.sample(asked, { numRuns: 50, seed: 20_261_127 }))
      await ask(method, `/${place}${end}`);
    expect(await series()).toEqual(before);
    const routes = new Set(
      (await metricsOf(test.browser()))
        .all('http_request_duration_seconds_count')
        .map(({ labels }) => labels['route']),
    );
    expect([...routes].filter((route) => route?.includes('something'))).toEqual([]);
  });
});
