import { randomBytes, randomUUID } from 'node:crypto';
import { chmod, mkdir, rm, writeFile } from 'node:fs/promises';
import { createServer as createHttpServer } from 'node:http';
import { createServer as createHttpsServer } from 'node:https';
import type { Server } from 'node:net';
import { join } from 'node:path';
import { ChatDouble } from '../../assistant/testing/chat-double.js';
import { ProtocolServer } from '../../eventsourcing/event-store/eventstoredb/testing/protocol-server.js';
import { TEST_LOG } from '../../eventsourcing/trust/testing/test-trust.js';
import { selfSigned } from '../../mail/testing/self-signed.js';
import { sendGridServer } from '../../mail/testing/sendgrid-server.js';
import { sendGridSigner } from '../../mail/testing/sendgrid-signer.js';
import { type SmtpAnswer, smtpServer, type SmtpStage } from '../../mail/testing/smtp-server.js';
import { createSealIdentity } from '../../pades/seal-identity.js';
import { startTimestampServer, type TimestampServer } from '../../pades/testing/timestamp-authority.js';
import { NEEDED_EVENTS } from '../../payments/stripe/webhook-events.js';
import { StripeDouble } from '../../payments/stripe/testing/stripe-double.js';
import { systemClock } from '../../platform/time/clock.js';
import { readConfig } from '../../platform/config/config.js';
import { freePort } from '../../platform/embedded-postgres/free-port.js';
import { scaledTimeout } from '../../platform/testing/scaled-timeout.js';
import { startTestBackend, type TestBackend } from '../../../testing/backend/test-backend.js';
import { openTestInfrastructure } from '../../../testing/backend/test-infrastructure.js';
import type { Outcome } from './check.js';
import { examine } from './examine.js';
import type { Context } from './context.js';
import { BEHIND_THE_STORE, closed, listening } from './testing/doctor-parts.js';
import { onlyInAll } from '../../platform/testing/only-in-all.js';

const SENDGRID_KEY = 'SG.of-the-doctor';

describe('siegel doctor', () => {
  const [stripe, chat] = [new StripeDouble(), new ChatDouble()];
  const servers: Server[] = [];
  let smtp: { readonly [S in SmtpStage]?: SmtpAnswer } = {};
  let backend: TestBackend;
  let authority: TimestampServer;
  let env: Record<string, string>;

  const serve = async (server: Server): Promise<string> => {
    servers.push(server);
    return listening(server);
  };

  beforeAll(async () => {
    authority = await startTimestampServer();
    const stripeEnv = {
      STRIPE_SECRET_KEY: stripe.secretKey,
      STRIPE_PUBLISHABLE_KEY: stripe.publishableKey,
      STRIPE_WEBHOOK_SECRET: 'whsec_of_the_doctor',
      STRIPE_API_BASE: await stripe.start(),
      SENDGRID_WEBHOOK_PUBLIC_KEY: sendGridSigner().publicKey,
    };
    backend = await startTestBackend({ env: stripeEnv });
    stripe.endpoints = [endpoint()];
    await mkdir(backend.dataDir, { recursive: true, mode: 0o700 });
    env = {
      NODE_ENV: 'test',
      DATA_DIR: backend.dataDir,
      PUBLIC_URL: backend.backend.address,
      SMTP_URL: `smtp://name:password@${await serve(smtpServer([], (stage) => smtp[stage]))}?ignoreTLS=true`,
      TSA_URL: authority.url,
      TSA_CA: authority.roots.map(String).join('\n'),
      ...stripeEnv,
      ...(await chat.startConfigured()),
    };
  });
  beforeEach(() => {
    smtp = {};
    authority.behave({});
  });
  afterAll(async () => {
    await backend.stop();
    await Promise.all([stripe.stop(), chat.stop(), authority.close(), ...servers.map(closed)]);
  });

  /** The webhook endpoint that is registered with Stripe. */
  const endpoint = () => ({
    url: `${backend.backend.address}/api/webhooks/stripe`,
    status: 'enabled' as const,
    events: NEEDED_EVENTS,
  });
  const given = (changes: Record<string, string> = {}, other: Partial<Context> = {}): Context => ({
    config: readConfig({ ...env, ...changes }),
    env: {},
    secrets: backend.secrets,
    database: { url: backend.database.url },
    clock: systemClock,
    withinMs: scaledTimeout(5_000),
    ...other,
  });
  const look = (changes?: Record<string, string>, other?: Partial<Context>): Promise<readonly Outcome[]> =>
    examine(given(changes, other));
  const named = (outcomes: readonly Outcome[], state: Outcome['state']): readonly string[] =>
    outcomes.filter((one) => one.state === state).map(({ name }) => name);
  const lineOf = (outcomes: readonly Outcome[], name: string): Outcome | undefined =>
    outcomes.find((one) => one.name === name);
  /** Expects that only the check `name` reports a fault, and that its outcome contains advice. */
  const only = (outcomes: readonly Outcome[], name: string): void => {
    expect({ faults: named(outcomes, 'fault'), all: outcomes }).toEqual({ faults: [name], all: outcomes });
    expect(lineOf(outcomes, name)?.todo).toBeTruthy();
  };

  it('finds no fault in a healthy service, and reports each part as ok', async () => {
    const outcomes = await look();
    expect(outcomes.filter(({ state }) => state === 'fault' || state === 'not tried')).toEqual([]);
    expect(named(outcomes, 'not configured')).toEqual([
      'event store certificate',
      'witnesses',
      'TLS certificate',
    ]);
    expect(lineOf(outcomes, 'database')?.says).toMatch(/^PostgreSQL \d+/);
    expect(lineOf(outcomes, 'backends')?.says).toMatch(/^1 backend serves/);
    expect(lineOf(outcomes, 'payment webhook')?.says).toContain('refuses unsigned calls');
    expect(lineOf(outcomes, 'payments')?.says).toContain('test key');
  });

  it('prints no secret', async () => {
    const text = JSON.stringify(await look({ SMTP_URL: 'smtp://name:hidden-word@127.0.0.1:1' }));
    for (const secret of ['hidden-word', stripe.secretKey, chat.apiKey, backend.secrets.adminPassword])
      expect(text).not.toContain(secret);
  });

  it.each<[string, SmtpStage, SmtpAnswer]>([
    ['refuses the connection', 'connect', '554 no'],
    ['refuses the login', 'AUTH', '535 no'],
    ['cuts the connection', 'connect', 'cut'],
  ])('reports only the mail server if it %s', async (_, stage, answer) => {
    smtp = { [stage]: answer };
    only(await look(), 'mail');
  });

  onlyInAll.it('waits for a slow mail server until the time limit, and no longer', async () => {
    smtp = { connect: { lateMs: 1_200 } };
    expect(lineOf(await look({}, { withinMs: 1_000 }), 'mail')?.state).toBe('fault');
    expect(named(await look(), 'fault')).toEqual([]);
  });

  it('reports only SendGrid if it refuses the key, or if the key does not permit sending', async () => {
    const sendGrid = async (key: string, scopes: readonly string[]) => {
      const base = await serve(sendGridServer([], () => undefined, { apiKey: SENDGRID_KEY, scopes }));
      const way = { SMTP_URL: '', SENDGRID_API_KEY: key, SENDGRID_API_BASE: `http://${base}` };
      return look({ ...way, MAIL_FROM: 'nda@siegel.example' });
    };
    expect(named(await sendGrid(SENDGRID_KEY, ['mail.send']), 'fault')).toEqual([]);
    only(await sendGrid('SG.another', ['mail.send']), 'mail');
    only(await sendGrid(SENDGRID_KEY, ['stats.read']), 'mail');
  });

  it('reports only the payment provider if it refuses the key', async () => {
    const outcomes = await look({ STRIPE_SECRET_KEY: 'sk_test_another' });
    only(outcomes, 'payments');
    expect(lineOf(outcomes, 'payments')?.says).toContain('401');
  });

  it('warns if Stripe does not send every needed event, and does not guess if the key cannot read the endpoints', async () => {
    const line = async () => lineOf(await look(), 'payment events');
    expect(await line()).toMatchObject({ state: 'ok' });
    stripe.endpoints = [{ ...endpoint(), events: NEEDED_EVENTS.filter((type) => type !== 'refund.failed') }];
    expect(await line()).toMatchObject({
      state: 'warning',
      says: expect.stringContaining(': refund.failed.'),
    });
    stripe.endpoints = undefined;
    expect(await line()).toMatchObject({ state: 'not tried', says: expect.stringContaining('permission') });
    stripe.faults.push('none', { failure: 500 });
    expect(await line()).toMatchObject({ state: 'not tried', says: expect.stringContaining('did not list') });
    stripe.endpoints = [endpoint()];
  });

  it('reports only the AI provider if it refuses the key, and warns if it does not list the model', async () => {
    only(await look({ OPENAI_API_KEY: 'another' }), 'AI provider');
    const outcomes = await look({ OPENAI_MODEL: 'another' });
    expect([named(outcomes, 'fault'), lineOf(outcomes, 'AI provider')?.state]).toEqual([[], 'warning']);
  });

  it('reports only the time-stamp authority if it refuses to stamp', async () => {
    authority.behave({ status: 2 });
    only(await look(), 'time-stamp authority');
  });

  it('reports only the seal certificate if it has expired', async () => {
    const password = 'of-the-doctor';
    const { p12 } = await createSealIdentity({ subject: 'Past', now: new Date('2020-01-01'), password });
    const secrets = { ...backend.secrets, sealP12: p12, sealP12Password: password };
    only(await look({}, { secrets }), 'seal certificate');
  });

  it('reports only the data folder if it is missing', async () => {
    const outcomes = await look({ DATA_DIR: join(backend.dataDir, 'nowhere') });
    only(outcomes, 'data folder');
    expect(named(outcomes, 'not tried')).toEqual(['list of erasures']);
  });

  it('reports only the list of erasures if the list cannot be read, and warns about unreadable lines', async () => {
    const path = join(backend.dataDir, 'erasures');
    await writeFile(path, 'no line of ours\n');
    expect(lineOf(await look(), 'list of erasures')).toMatchObject({
      state: 'warning',
      says: `${path} has 1 line that cannot be read.`,
    });
    await rm(path);
    only(await look({}, { lists: join(backend.dataDir, 'nowhere') }), 'list of erasures');
    await mkdir(path);
    only(await look(), 'list of erasures');
    await rm(path, { recursive: true });
  });

  it('warns about files that are readable for other accounts', async () => {
    const path = join(backend.dataDir, 'master-key-for-doctor');
    await writeFile(path, 'x', { mode: 0o600 });
    const asked = { env: { MASTER_KEY_FILE: path } };
    expect(lineOf(await look({}, asked), 'secret files')?.state).toBe('ok');
    await chmod(path, 0o644);
    const outcomes = await look({}, asked);
    expect(lineOf(outcomes, 'secret files')).toMatchObject({
      state: 'warning',
      says: expect.stringContaining(path),
    });
    expect(named(outcomes, 'fault')).toEqual([]);
  });

  it('reports only the database if it is unreachable, and tries no check that needs it', async () => {
    const url = `postgres://siegel@127.0.0.1:${await freePort()}/none`;
    const outcomes = await look({}, { database: { url } });
    only(outcomes, 'database');
    expect(named(outcomes, 'not tried')).toEqual([
      'database sessions',
      'tables',
      'database writes',
      'secrets',
      'connections',
      'clock',
      'backends',
      'jobs',
      'list of erasures',
      'event store',
      ...BEHIND_THE_STORE,
      'public address',
      'payment webhook',
      'mail webhook',
    ]);
  });

  it('reports only the database if it accepts no writes, or if no database has its name', async () => {
    const replica = new URL(backend.database.url);
    replica.searchParams.set('options', '-c default_transaction_read_only=on');
    only(await look({}, { database: { url: replica.href } }), 'database');
    const none = Object.assign(new URL(backend.database.url), { pathname: '/none' }).href;
    const outcomes = await look({}, { database: { url: none } });
    only(outcomes, 'database');
    expect(lineOf(outcomes, 'database')?.says).toContain('"none" does not exist');
  });

  it('names a secret that differs from the one that the database was written with', async () => {
    const outcomes = await look({}, { secrets: { ...backend.secrets, indexKey: randomBytes(32) } });
    only(outcomes, 'secrets');
    expect(lineOf(outcomes, 'secrets')?.says).toContain('INDEX_KEY');
  });

  it('says that APPEND_KEY is wrong or missing, and calls nothing tampering without the right one', async () => {
    const other = { log: TEST_LOG, keys: [randomBytes(32)] as const };
    for (const appendKeys of [undefined, other]) {
      const outcomes = await look({}, { secrets: { ...backend.secrets, appendKeys } });
      expect(named(outcomes, 'fault').filter((name) => name !== 'secrets')).toEqual(['log keys']);
      expect(named(outcomes, 'not tried')).toEqual([
        'log',
        'tampering',
        'log pass',
        'obligations',
        'client addresses',
      ]);
      const because = appendKeys === undefined ? 'log keys' : 'secrets';
      expect(lineOf(outcomes, 'tampering')?.says).toContain(`the check '${because}' found a fault`);
    }
  });

  it('reports tables that a newer version created, and tries no check that reads them', async () => {
    const { pool } = backend.database;
    await pool.query(`INSERT INTO migrations (timestamp, name) VALUES (1, 'Newer1')`);
    const outcomes = await look();
    await pool.query(`DELETE FROM migrations WHERE name = 'Newer1'`);
    only(outcomes, 'tables');
    expect(lineOf(outcomes, 'tables')?.says).toContain('Newer1');
    expect(lineOf(outcomes, 'secrets')?.state).toBe('not tried');
  });

  it("reports only the clock if it differs much from the database's clock", async () => {
    const machineClock = { now: () => new Date(Date.now() + scaledTimeout(60_000)) };
    only(await look({}, { machineClock }), 'clock');
  });

  it('reports an event store that is unreachable or not in use', async () => {
    const away = await look({ EVENT_STORE_URL: `esdb://127.0.0.1:${await freePort()}?tls=false` });
    only(away, 'event store');
    expect(named(away, 'not tried')).toEqual(BEHIND_THE_STORE);
    const other = new ProtocolServer();
    await other.start();
    try {
      const outcomes = await look({ EVENT_STORE_URL: other.url });
      only(outcomes, 'store in use');
      expect(lineOf(outcomes, 'event store')?.says).toMatch(/^EventStoreDB \d/);
    } finally {
      await other.stop();
    }
  });

  it('reports a checkpoint beyond the end of the log', async () => {
    const { pool } = backend.database;
    await pool.query(
      `INSERT INTO checkpoints (name, version, store_id, position, epoch, updated_at)
       SELECT 'past', 1, store_id, '999999999', 0, now() FROM store_in_use`,
    );
    const outcomes = await look();
    await pool.query(`DELETE FROM checkpoints WHERE name = 'past'`);
    only(outcomes, 'checkpoints');
    expect(named(outcomes, 'not tried')).toEqual(['projections']);
  });

  it('warns about missing keys', async () => {
    const { pool } = backend.database;
    await pool.query('INSERT INTO missing_keys (subject) VALUES ($1)', [`nda-${randomUUID()}`]);
    const outcomes = await look();
    await pool.query('DELETE FROM missing_keys');
    expect([named(outcomes, 'fault'), lineOf(outcomes, 'keys')?.state]).toEqual([[], 'warning']);
  });

  it('reports jobs that no worker claims', async () => {
    const { pool } = backend.database;
    await pool.query(
      `INSERT INTO owed_jobs (task, key, payload, run_at) VALUES ('nobodys', 'one', '{}', now() - interval '1 hour')`,
    );
    const outcomes = await look();
    await pool.query(`DELETE FROM owed_jobs WHERE task = 'nobodys'`);
    only(outcomes, 'jobs');
    expect(lineOf(outcomes, 'jobs')?.says).toContain('nobodys');
  });

  it('reports writes that fail', async () => {
    const { pool } = backend.database;
    await pool.query('ALTER TABLE write_probe RENAME TO write_probe_away');
    const outcomes = await look();
    await pool.query('ALTER TABLE write_probe_away RENAME TO write_probe');
    only(outcomes, 'database writes');
  });

  it('reports only the public address if nothing answers there, or another service does', async () => {
    for (const PUBLIC_URL of [`http://127.0.0.1:${await freePort()}`, stripe.url]) {
      const outcomes = await look({ PUBLIC_URL });
      only(outcomes, 'public address');
      expect(named(outcomes, 'not tried')).toEqual(['payment webhook', 'mail webhook']);
    }
  });

  it('reports a webhook that a proxy does not pass on', async () => {
    const proxy = createHttpServer((request, response) => {
      const isLive = request.url === '/health/live';
      response.writeHead(isLive ? 200 : 404, { 'content-type': 'application/json' });
      response.end(isLive ? '{"status":"up"}' : '{}');
    });
    const changes = { PUBLIC_URL: `http://${await serve(proxy)}`, SENDGRID_WEBHOOK_PUBLIC_KEY: '' };
    only(await look(changes), 'payment webhook');
  });

  it('reports an untrusted TLS certificate, and tries no check that needs it', async () => {
    const server = createHttpsServer(await selfSigned());
    const outcomes = await look({ PUBLIC_URL: `https://${await serve(server)}` });
    only(outcomes, 'TLS certificate');
    expect(named(outcomes, 'not tried')).toEqual(['public address', 'payment webhook', 'mail webhook']);
  });

  it('reports only the backends if no backend serves', async () => {
    const other = await startTestBackend();
    await mkdir(other.dataDir, { recursive: true, mode: 0o700 });
    await other.backend.stop();
    const outcomes = await look(
      { DATA_DIR: other.dataDir },
      { database: { url: other.database.url }, secrets: other.secrets },
    );
    only(outcomes, 'backends');
    await rm(other.dataDir, { recursive: true });
    await other.database.drop();
  });

  it('reports read models that are behind the log', async () => {
    const bench = await openTestInfrastructure();
    await bench.nda();
    const { pool } = bench.infrastructure;
    const backends = `INSERT INTO live_backends (id, known, changing) VALUES ($1, '{}', '{}')`;
    await pool.query(backends, [randomUUID()]);
    const { rows } = await pool.query<{ name: string }>('SELECT current_database() AS name');
    const url = Object.assign(new URL(backend.database.url), { pathname: `/${rows[0]?.name}` }).href;
    const clock = { now: () => new Date(bench.clock.now().getTime() + 3_600_000) };
    const outcomes = await look({}, { database: { url }, clock });
    await bench.stop();
    const says = expect.stringMatching(/ behind the event log: ndas \(\d+ s, limit 30 s\)/);
    expect(lineOf(outcomes, 'projections')).toMatchObject({ state: 'fault', says });
  });
});
