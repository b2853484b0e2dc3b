import { journalOn } from '../eventsourcing/journal/testing/journal-on.js';
import { randomBytes } from 'node:crypto';
import { Module } from '@nestjs/common';
import request from 'supertest';
import { accessEvents } from '../audit/model/access.registry.js';
import { AccessLog } from '../audit/access-log.js';
import { SESSION_RECORDS } from '../http/callers/session-records.js';
import { createTestApp, HTTP_MIGRATIONS, TEST_KEYED_HASH, type TestApp } from '../http/testing/test-app.js';
import { createPostgresEventStore } from '../eventsourcing/event-store/postgres/postgres-event-store.js';
import { newId } from '../platform/crypto/ids.js';
import { BusModule } from '../bus/bus.module.js';
import { createCommandRunner } from '../eventsourcing/commands/create-command-runner.js';
import type { CommandRunner } from '../eventsourcing/commands/command-runner.js';
import { LeaseKeeper } from '../eventsourcing/subscriptions/leases/lease.js';
import { Leases1763700300001 } from '../eventsourcing/subscriptions/leases/migrations/1763700300001-leases.js';
import { silentLogger } from '../platform/logging/logger.js';
import { createTestDatabase, type TestDatabase } from '../platform/postgres/testing/test-database.js';
import { Projections1763700300002 } from '../eventsourcing/projections/migrations/1763700300002-projections.js';
import { createReadYourWrites } from '../eventsourcing/projections/read-your-writes.js';
import { ProjectionRunner } from '../eventsourcing/projections/runner.js';
import { ProjectionSignals } from '../eventsourcing/projections/signals.js';
import { JOURNAL, KEYED_HASH, READ_YOUR_WRITES, SEARCH_KEYS } from '../platform/wiring/tokens.js';
import { createVault, type RunningVault } from '../vault/create-vault.js';
import { createKeyedHash } from '../platform/crypto/keyed-hash.js';
import { createMasterKeyring } from '../vault/master-keyring.js';
import { vaultMigrations } from '../vault/testing/vault-migrations.js';
import { voucherEvents } from '../voucher/voucher.registry.js';
import { voucherDecider } from '../voucher/voucher.decider.js';
import { voucherStream } from '../voucher/voucher.events.js';
import { VouchersModule } from './vouchers.module.js';
import { Credentials } from '../admin/login/credentials.js';
import { LoginModule } from '../admin/login/login.module.js';
import { VoucherIssuer } from './issue-voucher.js';
import { Admin1763700000200 } from '../admin/migrations/1763700000200-admin.js';
import { VoucherParty1795000000900 } from './migrations/1795000000900-voucher-party.js';
import { VoucherKeys1795000001100 } from './migrations/1795000001100-voucher-keys.js';
import { VoucherObligations1795000004710 } from './migrations/1795000004710-voucher-obligations.js';
import { OwedVoucherWork1795000001900 } from './migrations/1795000001900-owed-voucher-work.js';
import { DueVoucherKeys1795000003750 } from './migrations/1795000003750-due-voucher-keys.js';
import { VoucherSearch1795000005270 } from './migrations/1795000005270-voucher-search.js';
import { DoneTombstones1795000001700 } from '../eventsourcing/projections/migrations/1795000001700-done-tombstones.js';
import { voucherListProjection } from './voucher-list.projection.js';
import { voucherSearchProjection } from './voucher-search.projection.js';
import { RecordedTampering } from '../platform/tampering/testing/recorded-tampering.js';
import { SearchKeys } from '../vault/search/search-keys.js';
import { until } from '../platform/testing/until.js';

const passwords = { adminPassword: 'correct horse', auditorPassword: 'battery staple' };
let now = Date.parse('2026-11-12T10:00:00.000Z');
const clock = { now: () => new Date((now += 1000)) };
@Module({ imports: [LoginModule.with(Credentials.of(passwords, TEST_KEYED_HASH)), VouchersModule] })
class RootModule {}

let database: TestDatabase;
let test: TestApp;
let commands: CommandRunner;
let vault: RunningVault;
const stops: (() => Promise<unknown>)[] = [];

async function startPlatform(): Promise<Map<symbol, unknown>> {
  const { pool, url } = database;
  const store = await createPostgresEventStore({ url });
  vault = createVault({
    pool,
    masterKeys: createMasterKeyring(randomBytes(32)),
    clock,
    logger: silentLogger,
    isCalledFor: async () => true,
    tampering: new RecordedTampering(),
  });
  const { journal, log } = journalOn(store, { vault, registries: [voucherEvents, accessEvents] });
  commands = createCommandRunner({ journal });
  const signals = new ProjectionSignals({ url, logger: silentLogger });
  await signals.start();
  const leases = new LeaseKeeper({ pool, logger: silentLogger });
  const parts = { log, journal, pool, leases, signals, logger: silentLogger };
  const keys = new SearchKeys(randomBytes(32), 1);
  const list = new ProjectionRunner({ ...parts, projection: voucherListProjection });
  const search = new ProjectionRunner({ ...parts, projection: voucherSearchProjection({ ...parts, keys }) });
  for (const runner of [list, search]) runner.start();
  stops.push(
    () => Promise.all([list.stop(), search.stop()]),
    () => signals.stop(),
    () => store.close(),
  );
  return new Map<symbol, unknown>([
    [JOURNAL, journal],
    [SESSION_RECORDS, new AccessLog({ journal, log, assertMayRecord: () => undefined })],
    [SEARCH_KEYS, keys],
    [READ_YOUR_WRITES, createReadYourWrites({ pool, signals, projections: [voucherListProjection] })],
  ]);
}

let admin: string;
let auditor: string;
const login = async (password: string): Promise<string> => {
  const response = await request(test.server).post('/api/admin/login').send({ password }).expect(200);
  return response.get('Set-Cookie')?.[0]?.split(';')[0] ?? '';
};

beforeAll(async () => {
  database = await createTestDatabase({
    migrations: [
      ...HTTP_MIGRATIONS,
      Leases1763700300001,
      Projections1763700300002,
      ...vaultMigrations,
      Admin1763700000200,
      VoucherParty1795000000900,
      VoucherKeys1795000001100,
      DoneTombstones1795000001700,
      OwedVoucherWork1795000001900,
      VoucherObligations1795000004710,
      DueVoucherKeys1795000003750,
      VoucherSearch1795000005270,
    ],
  });
  const platform = await startPlatform();
  test = await createTestApp({
    database,
    imports: [BusModule.with(commands), RootModule],
    clock,
    platform,
  });
  admin = await login(passwords.adminPassword);
  auditor = await login(passwords.auditorPassword);
});
afterAll(async () => {
  await test.close();
  for (const stop of stops) await stop();
  await database.drop();
});

const call = (method: 'get' | 'post' | 'patch' | 'delete', path = '', cookie = admin): request.Test =>
  request(test.server)[method](`/api/admin/vouchers${path}`).set('cookie', cookie);
const unknown = 'f'.repeat(64);

it('are available to the admin only', async () => {
  for (const [method, path] of [
    ['get', ''],
    ['post', ''],
    ['patch', `/${unknown}/recipient`],
    ['delete', `/${unknown}`],
  ] as const) {
    await call(method, path, '').expect(401);
    await call(method, path, auditor).expect(403);
  }
});

it('are issued, listed, named and deleted', async () => {
  const made = await call('post').expect(201);
  expect(made.body).toMatchObject({
    code: expect.stringMatching(/^NDA-[A-HJKMNP-Z2-9]{4}-[A-HJKMNP-Z2-9]{4}$/),
    category: '10-day-code',
    recipientName: null,
    isUsed: false,
    expiresAt: '2026-11-22T22:59:59.999Z',
  });
  const second = await call('post')
    .send({ category: '10-day-code', recipientName: ' Ada Example ' })
    .expect(201);
  expect(second.body.recipientName).toBe('Ada Example');

  const list = await call('get').expect(200);
  expect(list.body).toMatchObject({ total: 2, page: 1, pageSize: 5 });
  expect(list.body.items).toEqual([second.body, made.body]);
  const paged = await call('get', '?page=2&pageSize=1').expect(200);
  expect(paged.body).toEqual({
    items: [made.body],
    total: 2,
    page: 2,
    pageSize: 1,
    totalIsEstimate: false,
  });

  const named = await call('patch', `/${made.body.id}/recipient`).send({ recipientName: 'Bob' }).expect(200);
  expect(named.body).toEqual({ ...made.body, recipientName: 'Bob' });
  const unnamed = await call('patch', `/${made.body.id}/recipient`).send({ recipientName: null }).expect(200);
  expect(unnamed.body.recipientName).toBeNull();

  await call('delete', `/${made.body.id}`).expect(204);
  expect((await call('get').expect(200)).body.items).toEqual([second.body]);
  await call('delete', `/${made.body.id}`).expect(204);
  await call('patch', `/${made.body.id}/recipient`).send({ recipientName: 'Eve' }).expect(404);
});

it('show the NDA that used them', async () => {
  const { body } = await call('post').expect(201);
  const ndaId = newId();
  const context = {
    commandId: newId(),
    correlationId: newId(),
    causedBy: null,
    actor: 'party1',
    at: clock.now().toISOString(),
  } as const;
  await commands.run(voucherDecider, body.id, { type: 'RedeemVoucher', ndaId, party: 1 }, context);
  const after = await call('patch', `/${body.id}/recipient`).send({ recipientName: 'x' }).expect(200);
  expect(after.body).toMatchObject({ isUsed: true, usedByNdaId: ndaId });
});

it('stay in the list without code and recipient once their key is gone', async () => {
  const { body } = await call('post').send({ recipientName: 'Grace Hopper' }).expect(201);
  const at = clock.now().toISOString();
  const context = {
    commandId: newId(),
    correlationId: newId(),
    causedBy: null,
    actor: 'system',
    at,
  } as const;
  await vault.destroyKey(voucherStream(body.id));
  expect((await call('get').expect(200)).body.items[0]).toEqual({ ...body, code: '', recipientName: null });
  await call('patch', `/${body.id}/recipient`).send({ recipientName: 'x' }).expect(404);
  const receipt = { keyId: 'k', destroyedAt: at, receiptKeyId: 'r', receiptSignature: 's' };
  const command = { type: 'RecordVoucherKeyDestroyed', ...receipt } as const;
  // The time in `later` is long after the voucher's expiry.
  const due = { type: 'NoteVoucherKeyDue', days: 90 } as const;
  const later = { ...context, commandId: newId(), at: '2040-01-01T00:00:00.000Z' };
  await commands.run(voucherDecider, body.id, due, later);
  await commands.run(voucherDecider, body.id, command, { ...later, commandId: newId() });
  expect((await call('get').expect(200)).body.items[0]).toEqual({ ...body, code: '', recipientName: null });
  const refused = await call('patch', `/${body.id}/recipient`).send({ recipientName: 'x' }).expect(410);
  expect(JSON.parse(refused.text)).toMatchObject({ code: 'voucher_expired' });
  await call('delete', `/${body.id}`).expect(204);
});

it('are in the table without code and name in plain text', async () => {
  const { body } = await call('post').send({ recipientName: 'Grace Hopper' }).expect(201);
  const { rows } = await database.pool.query('SELECT * FROM vouchers');
  const { rows: events } = await database.pool.query(
    "SELECT encode(data, 'escape') AS data FROM event_store.events",
  );
  expect(events.length).toBeGreaterThan(0);
  for (const secret of [body.code, 'Grace Hopper']) {
    expect(JSON.stringify(rows)).not.toContain(secret);
    expect(JSON.stringify(events)).not.toContain(secret);
  }
});

it('get another code if the drawn one was issued before', async () => {
  const issuer = test.app.get(VoucherIssuer, { strict: false });
  const codes = ['NDA-SAME-2222', 'NDA-SAME-2222', 'NDA-NEXT-3333'];
  const draw = (): string => codes.shift() ?? '';
  const context = (): Parameters<VoucherIssuer['issue']>[1] => ({
    commandId: newId(),
    correlationId: newId(),
    causedBy: null,
    actor: 'admin',
    at: clock.now().toISOString(),
  });
  const first = await issuer.issue({}, context(), draw);
  const second = await issuer.issue({}, context(), draw);
  expect(second.id).not.toBe(first.id);
  expect(second.id).toBe(
    test.app.get<ReturnType<typeof createKeyedHash>>(KEYED_HASH).of('voucher', 'NDA-NEXT-3333'),
  );
});

it.each([
  ['get', '?page=0', undefined, 'page'],
  ['get', '?page=two', undefined, 'page'],
  ['get', '?pageSize=1000', undefined, 'pageSize'],
  ['get', '?search=x', undefined, 'search'],
  ['get', `?search=${'x'.repeat(201)}`, undefined, 'search'],
  ['get', '?status=free', undefined, 'status'],
  ['post', '', { category: 'free-for-all' }, 'category'],
  ['post', '', { recipientName: 'x'.repeat(121) }, 'recipientName'],
  ['post', '', { recipientName: 'a\nb' }, 'recipientName'],
  ['post', '', { code: 'NDA-MINE-MINE' }, 'code'],
  ['patch', `/${unknown}/recipient`, { recipientName: 7 }, 'recipientName'],
] as const)('refuse %s %s %j', async (method, path, body, field) => {
  const response = await (body === undefined ? call(method, path) : call(method, path).send(body)).expect(
    400,
  );
  expect(JSON.parse(response.text)).toMatchObject({ code: 'validation_failed', errors: [{ field }] });
});

it.each([`/${unknown}`, '/1', "/'%20or%201=1"])('are not found by %s', (path) =>
  call('delete', path).expect(404),
);

describe('a search for vouchers', () => {
  const found = async (query: Record<string, string>): Promise<string[]> =>
    (await call('get').query(query).expect(200)).body.items.map(
      ({ recipientName }: { recipientName: string | null }) => recipientName,
    );
  const issue = async (recipientName: string) =>
    (await call('post').send({ recipientName }).expect(201)).body as { id: string; code: string };
  const redeem = (id: string) =>
    commands.run(
      voucherDecider,
      id,
      { type: 'RedeemVoucher', ndaId: newId(), party: 1 },
      {
        commandId: newId(),
        correlationId: newId(),
        causedBy: null,
        actor: 'party1',
        at: clock.now().toISOString(),
      },
    );

  it("finds a part of the recipient's name, newest voucher first", async () => {
    const first = await issue('Zoë Großmann');
    await issue('Großmann & Töchter');
    const both = ['Großmann & Töchter', 'Zoë Großmann'];
    await until(async () => (await found({ search: 'GROSSMANN' })).length === 2);
    expect(await found({ search: 'oßma' })).toEqual(both);
    expect(await found({ search: 'zoe' })).toEqual(['Zoë Großmann']);
    expect(await found({ search: 'toechter' })).toEqual(['Großmann & Töchter']);
    expect(await found({ search: 'grossmann', page: '2', pageSize: '1' })).toEqual(['Zoë Großmann']);
    expect(await found({ search: '%%%' })).toEqual([]);
    await call('patch', `/${first.id}/recipient`).send({ recipientName: 'Yves' }).expect(200);
    await until(async () => (await found({ search: 'yves' })).length === 1);
    expect(await found({ search: 'grossmann' })).toEqual(['Großmann & Töchter']);
    await call('delete', `/${first.id}`).expect(204);
    expect(await found({ search: 'yves' })).toEqual([]);
    await until(
      async () =>
        (await database.pool.query('SELECT FROM voucher_search WHERE id = $1', [first.id])).rowCount === 0,
    );
  });

  it('finds a whole code, however it is typed', async () => {
    const { code } = await issue('Wilma');
    for (const search of [code, code.toLowerCase(), code.replaceAll('-', ' ')])
      expect(await found({ search })).toEqual(['Wilma']);
    expect(await found({ search: code, page: '2' })).toEqual([]);
    expect(await found({ search: code.slice(0, -1) })).toEqual([]);
    expect(await found({ search: code, status: 'used' })).toEqual([]);
  });

  it('finds no deleted voucher, for any state and code', async () => {
    const [used, free] = [await issue('Vera Benutzt'), await issue('Vera Frei')];
    await redeem(used.id);
    const listed = async (status: string): Promise<string[]> =>
      (await call('get').query({ status, pageSize: '100' }).expect(200)).body.items.map(
        ({ id }: { id: string }) => id,
      );
    await until(async () => (await listed('used')).includes(used.id));
    expect(await listed('available')).toContain(free.id);
    for (const { id } of [used, free]) await call('delete', `/${id}`).expect(204);
    expect(await listed('used')).not.toContain(used.id);
    expect(await listed('available')).not.toContain(free.id);
    for (const { code } of [used, free]) expect(await found({ search: code })).toEqual([]);
  });

  it('leaves out false hits of the index, and then calls the total an estimate', async () => {
    const [meant, other] = [await issue('Ursula Treffer'), await issue('Ute Anders')];
    await until(async () => (await found({ search: 'ute anders' })).length === 1);
    await database.pool.query(
      'UPDATE voucher_search SET recipient_name = (SELECT recipient_name FROM voucher_search WHERE id = $1) WHERE id = $2',
      [meant.id, other.id],
    );
    const { body } = await call('get').query({ search: 'treffer' }).expect(200);
    expect(body).toMatchObject({ items: [{ id: meant.id }], total: 2, totalIsEstimate: true });
    expect(body.items).toHaveLength(1);
  });

  it('does not show a deleted voucher that the index still has, and then calls the total an estimate', async () => {
    const { id } = await issue('Ulla Fort');
    await until(async () => (await found({ search: 'ulla' })).length === 1);
    const { pool } = database;
    await pool.query(`CREATE TABLE kept_entry AS SELECT * FROM voucher_search WHERE id = '${id}'`);
    await call('delete', `/${id}`).expect(204);
    await until(
      async () => (await pool.query('SELECT FROM voucher_search WHERE id = $1', [id])).rowCount === 0,
    );
    await pool.query('INSERT INTO voucher_search SELECT * FROM kept_entry');
    const { body } = await call('get').query({ search: 'ulla' }).expect(200);
    expect(body).toMatchObject({ items: [], total: 1, totalIsEstimate: true });
  });

  it('can be limited to one state, and so can the list', async () => {
    const { id } = await issue('Xaver Benutzt');
    await issue('Xaver Frei');
    await until(async () => (await found({ search: 'xaver' })).length === 2);
    await redeem(id);
    await until(async () => (await found({ status: 'used' })).includes('Xaver Benutzt'));
    expect(await found({ search: 'xaver', status: 'used' })).toEqual(['Xaver Benutzt']);
    expect(await found({ search: 'xaver', status: 'available' })).toEqual(['Xaver Frei']);
    expect(await found({ status: 'available', pageSize: '1' })).toEqual(['Xaver Frei']);
    expect(await found({ status: 'expired' })).toEqual([]);
    // The clock moves to the day after the last voucher expires.
    now += 11 * 86_400_000;
    admin = await login(passwords.adminPassword);
    expect(await found({ search: 'xaver', status: 'expired' })).toEqual(['Xaver Frei']);
    expect(await found({ status: 'expired', pageSize: '1' })).toEqual(['Xaver Frei']);
    expect(await found({ status: 'available' })).toEqual([]);
    expect(await found({ search: 'xaver', status: 'used' })).toEqual(['Xaver Benutzt']);
  });
});
