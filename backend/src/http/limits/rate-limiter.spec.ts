import { type AddressInfo, connect } from 'node:net';
import { Controller, Get, Param, Post } from '@nestjs/common';
import request from 'supertest';
import { silentLogger } from '../../platform/logging/logger.js';
import { createTestDatabase, type TestDatabase } from '../../platform/postgres/testing/test-database.js';
import { RuleBroken } from '../../platform/errors/rule-broken.js';
import { createKeyedHash } from '../../platform/crypto/keyed-hash.js';
import { addressBucket } from '../../platform/network/address-bucket.js';
import { RateLimited } from '../problems/http-errors.js';
import { RouteRules } from '../routes/route-rules.js';
import { RateLimiter } from './rate-limiter.js';
import { createTestApp, HTTP_MIGRATIONS, type TestApp } from '../testing/test-app.js';
import { onlyInAll } from '../../platform/testing/only-in-all.js';

const keyedHash = createKeyedHash(Buffer.alloc(32, 1));
let now: Date;
let database: TestDatabase;
const limiter = (factor = 1): RateLimiter =>
  new RateLimiter(
    { pool: database.pool, clock: { now: () => now }, keyedHash, logger: silentLogger },
    factor,
  );

beforeAll(async () => {
  database = await createTestDatabase({ migrations: HTTP_MIGRATIONS });
});
afterAll(() => database.drop());
beforeEach(async () => {
  now = new Date('2026-11-12T10:00:00.000Z');
  await database.pool.query('TRUNCATE rate_limits');
});

const passed = async (calls: readonly Promise<unknown>[]): Promise<number> =>
  (await Promise.allSettled(calls)).filter((one) => one.status === 'fulfilled').length;

describe('an exact limit', () => {
  it('lets through exactly the allowed number of calls, even if they reach several backends at once', async () => {
    const [here, there] = [limiter(), limiter()];
    const calls = Array.from({ length: 40 }, (_, i) =>
      (i % 2 === 0 ? here : there).count('optimise', '203.0.113.9'),
    );
    expect(await passed(calls)).toBe(10);
  });

  it('counts each address and each limit separately, and starts from zero in the next window', async () => {
    const one = limiter();
    for (let i = 0; i < 10; i += 1) await one.count('optimise', '203.0.113.9');
    await expect(one.count('optimise', '203.0.113.9')).rejects.toMatchObject({ retryAfterSeconds: 3600 });
    await one.count('optimise', '203.0.113.10');
    await one.count('ndas', '203.0.113.9');
    now = new Date('2026-11-12T11:00:00.000Z');
    await one.count('optimise', '203.0.113.9');
  });

  it('stores no address in the database', async () => {
    await limiter().count('optimise', '203.0.113.9');
    const { rows } = await database.pool.query('SELECT bucket FROM rate_limits');
    expect(rows).toEqual([{ bucket: expect.stringMatching(/^[0-9a-f]{64}$/) }]);
  });

  it('is multiplied by the factor, and is off if the factor is 0', async () => {
    const strict = limiter(0.2);
    expect(await passed(Array.from({ length: 10 }, () => strict.count('optimise', '203.0.113.9')))).toBe(2);
    const off = limiter(0);
    expect(await passed(Array.from({ length: 40 }, () => off.count('optimise', '203.0.113.9')))).toBe(40);
  });
});

describe('the limit of mails to one recipient', () => {
  const RECIPIENT = 'thomas@example.org';
  const inOneWindow = async (): Promise<number> =>
    passed(Array.from({ length: 25 }, () => limiter().count('mails', RECIPIENT)));

  it('lasts for a day, and refuses with a code of its own', async () => {
    expect(await inOneWindow()).toBe(20);
    await expect(limiter().count('mails', RECIPIENT)).rejects.toMatchObject({
      code: 'mail_limit',
      retryAfterSeconds: 14 * 3600,
    });
    await limiter().count('mails', 'katharina@example.org');
    now = new Date('2026-11-13T00:00:00.000Z');
    expect(await inOneWindow()).toBe(20);
  });

  it('is stored without the address until its day is over, and then forgotten', async () => {
    await limiter().count('optimise', '203.0.113.9');
    await limiter().count('mails', RECIPIENT);
    const kept = async (): Promise<string[]> => {
      await limiter().forget();
      const { rows } = await database.pool.query<{ bucket: string }>('SELECT bucket FROM rate_limits');
      return rows.map(({ bucket }) => bucket.replace(/[0-9a-f]{64}$/, ''));
    };
    expect((await kept()).sort()).toEqual(['', 'mail:']);
    now = new Date('2026-11-12T23:59:59.000Z');
    expect(await kept()).toEqual(['mail:']);
    now = new Date('2026-11-13T00:00:01.000Z');
    expect(await kept()).toEqual([]);
  });
});

describe('the limit of receipts to one mailbox', () => {
  const RECIPIENT = 'thomas@example.org';
  const count = (factor = 1) => limiter(factor).count('withdrawalReceipts', RECIPIENT);

  it('lets three receipts pass in any 24 hours', async () => {
    for (const at of ['2026-11-12T23:59:00.000Z', '2026-11-12T23:59:30.000Z', '2026-11-13T00:01:00.000Z']) {
      now = new Date(at);
      await count();
    }
    // The next call can pass when the first call is 24 hours old. 120 seconds have passed since the first
    // call.
    const retryAfterSeconds = 24 * 3600 - 120;
    await expect(count()).rejects.toMatchObject({ code: 'mail_limit', retryAfterSeconds });
    now = new Date('2026-11-13T23:58:59.999Z');
    await expect(count()).rejects.toBeInstanceOf(RateLimited);
    now = new Date('2026-11-13T23:59:00.000Z');
    await count();
    await expect(count()).rejects.toBeInstanceOf(RateLimited);
    await limiter().count('withdrawalReceipts', 'katharina@example.org');
  });

  it('lets three calls pass if many reach several backends at once', async () => {
    const [here, there] = [limiter(), limiter()];
    const calls = Array.from({ length: 20 }, (_, i) =>
      (i % 2 === 0 ? here : there).count('withdrawalReceipts', RECIPIENT),
    );
    expect(await passed(calls)).toBe(3);
  });

  it('ignores the factor', async () => {
    for (const factor of [0, 0.1, 1000]) {
      await database.pool.query('TRUNCATE rate_limits');
      expect(await passed(Array.from({ length: 5 }, () => count(factor)))).toBe(3);
    }
  });

  it('does not count calls that are taken back, and is stored without the address until its day is over', async () => {
    const call = await count();
    if (call !== undefined) await limiter().takeBack(call);
    expect(await passed(Array.from({ length: 5 }, () => count()))).toBe(3);
    const rows = async (): Promise<unknown[]> => {
      await limiter().forget();
      return (await database.pool.query('SELECT bucket FROM rate_limits')).rows;
    };
    now = new Date('2026-11-13T09:59:59.999Z');
    expect(await rows()).toEqual([{ bucket: expect.stringMatching(/^mail:[0-9a-f]{64}$/) }]);
    now = new Date('2026-11-13T10:00:00.001Z');
    expect(await rows()).toEqual([]);
  });
});

describe('a shared limit', () => {
  it('costs no query, and agrees with other backends after each synchronisation', async () => {
    const [here, there] = [limiter(), limiter()];
    for (let i = 0; i < 40; i += 1) here.countShared('analytics', '203.0.113.9');
    const { rows } = await database.pool.query('SELECT * FROM rate_limits');
    expect(rows).toEqual([]);
    for (let i = 0; i < 15; i += 1) there.countShared('analytics', '203.0.113.9');
    await here.flush();
    await there.flush();
    // `there` synchronised last and knows all 55 calls. `here` knows only its own 40 calls until its next
    // synchronisation.
    for (let i = 0; i < 5; i += 1) there.countShared('analytics', '203.0.113.9');
    expect(() => there.countShared('analytics', '203.0.113.9')).toThrow(RateLimited);
    await there.flush();
    here.countShared('analytics', '203.0.113.9');
    await here.flush();
    expect(() => here.countShared('analytics', '203.0.113.9')).toThrow(RateLimited);
    now = new Date('2026-11-12T10:01:00.000Z');
    here.countShared('analytics', '203.0.113.9');
  });

  it('works without a database, and forgets nothing', async () => {
    const gone = { query: () => Promise.reject(new Error('connection terminated')) };
    let pool: unknown = gone;
    const deps = { clock: { now: () => now }, keyedHash, logger: silentLogger };
    const flaky = new RateLimiter(
      {
        ...deps,
        pool: {
          query: (...args: [string]) => (pool as TestDatabase['pool']).query(...args),
        } as TestDatabase['pool'],
      },
      1,
    );
    for (let i = 0; i < 60; i += 1) flaky.countShared('analytics', '203.0.113.9');
    await flaky.flush();
    expect(() => flaky.countShared('analytics', '203.0.113.9')).toThrow(RateLimited);
    pool = database.pool;
    await flaky.flush();
    const { rows } = await database.pool.query('SELECT count FROM rate_limits');
    expect(rows).toEqual([{ count: 60 }]);
  });
});

it('treats an IPv6 network as one client', () => {
  expect(addressBucket('2001:db8:1:2:3:4:5:6')).toBe('2001:db8:1:2::/64');
  expect(addressBucket('2001:0DB8:0001:2::9')).toBe('2001:db8:1:2::/64');
  expect(addressBucket('2001:db8:1:3::9')).not.toBe('2001:db8:1:2::/64');
  expect(addressBucket('2001:db8::1')).toBe('2001:db8:0:0::/64');
  expect(addressBucket('::1')).toBe('0:0:0:0::/64');
  expect(addressBucket('fe80::1%eth0')).toBe('fe80:0:0:0::/64');
  expect(addressBucket('::ffff:203.0.113.9')).toBe('203.0.113.9');
  expect(addressBucket('203.0.113.9')).toBe('203.0.113.9');
  expect(addressBucket('64:ff9b::203.0.113.9')).toBe('64:ff9b:0:0::/64');
  expect(addressBucket('::2:3:4:5:6:7:8')).toBe('0:2:3:4::/64');
  expect(addressBucket('::127.0.0.1')).toBe('0:0:0:0::/64');
  expect(addressBucket('::ffff:7f00:1')).toBe('0:0:0:0::/64');
  for (const odd of ['unknown', '127.1', '999.1.1.1', '1.2.3.4:80', '']) expect(addressBucket(odd)).toBe(odd);
});

describe('the limiter on routes', () => {
  @Controller('api/limited')
  class LimitedController {
    @Post('voucher/:code')
    @RouteRules({ limit: 'wrongVouchers' })
    voucher(@Param('code') code: string): object {
      if (code === 'wrong') throw new RuleBroken('voucher_unknown');
      if (code === 'paid') throw new RuleBroken('already_paid');
      return {};
    }

    @Get('free')
    free(): object {
      return {};
    }
  }

  let test: TestApp;
  beforeAll(async () => {
    test = await createTestApp({ database, controllers: [LimitedController], clock: { now: () => now } });
    await test.app.listen(0, '127.0.0.1');
  });
  afterAll(() => test.close());

  /** Sends a request whose first line contains the absolute URL, as requests to a proxy do. */
  const absolute = (path: string): Promise<string> =>
    new Promise((resolve, reject) => {
      const { port } = test.server.address() as AddressInfo;
      const socket = connect(port, '127.0.0.1', () =>
        socket.write(
          `GET http://siegel.example${path} HTTP/1.1\r\nhost: localhost\r\nconnection: close\r\n\r\n`,
        ),
      );
      let answer = '';
      socket
        .on('data', (bytes: Buffer) => (answer += bytes.toString('latin1')))
        .on('error', reject)
        .on('close', () => resolve(answer));
    });
  const redeem = async (code: string): Promise<number> =>
    (await request(test.server).post(`/api/limited/voucher/${code}`)).status;

  it('counts only wrong vouchers as wrong', async () => {
    for (let i = 0; i < 12; i += 1) expect(await redeem('right')).toBe(201);
    for (let i = 0; i < 12; i += 1) expect(await redeem('paid')).toBe(409);
    for (let i = 0; i < 10; i += 1) expect(await redeem('wrong')).toBe(404);
    expect(await redeem('wrong')).toBe(429);
    expect(await redeem('right')).toBe(429);
  });

  it('counts a wrong voucher for its client and for all clients, and no other voucher', async () => {
    // Wrong vouchers are counted by the hour. The counts of all calls, which are by the minute, may be stored at
    // any time, also those of the tests before.
    now = new Date('2026-11-12T13:30:00.000Z');
    const sum = async (): Promise<number> => {
      const { rows } = await database.pool.query<{ sum: number }>(
        "SELECT coalesce(sum(count), 0)::int AS sum FROM rate_limits WHERE window_start = '2026-11-12T13:00:00.000Z'",
      );
      return rows[0]?.sum ?? 0;
    };
    for (const code of ['right', 'paid']) await request(test.server).post(`/api/limited/voucher/${code}`);
    expect(await sum()).toBe(0);
    await request(test.server).post('/api/limited/voucher/wrong');
    expect(await sum()).toBe(2);
  });

  onlyInAll.it('counts every call of the API under the general limit', async () => {
    const statuses = await Promise.all(
      Array.from({ length: 605 }, () =>
        request(test.server)
          .get('/api/limited/free')
          .then(({ status }) => status),
      ),
    );
    expect(statuses.filter((status) => status === 200).length).toBeLessThanOrEqual(600);
    expect(statuses).toContain(429);
    await request(test.server)
      .get('/api/docs')
      .expect(429)
      .expect('content-type', /problem/);
    await request(test.server).get('/health/live').expect(200);
  });

  it('counts calls of the API in any spelling of the URL, and forbids storing the answers', async () => {
    now = new Date('2026-11-12T11:00:00.000Z');
    for (const path of ['/%61pi/limited/free', '/api/%6cimited/free']) {
      const answers = await Promise.all(Array.from({ length: 301 }, () => request(test.server).get(path)));
      for (const { headers } of answers) expect(headers['cache-control']).toBe('no-store');
    }
    const answer = await absolute('/api/limited/free');
    expect(answer).toMatch(/^HTTP\/1.1 429 /);
    expect(answer).toMatch(/cache-control: no-store/i);
  });

  onlyInAll.it('has separate limits for pages and for health checks', async () => {
    now = new Date('2026-11-12T12:00:00.000Z');
    const many = async (path: string, count: number): Promise<Set<number>> => {
      const statuses = new Set<number>();
      for (let done = 0; done < count; done += 100)
        for (const { status } of await Promise.all(
          Array.from({ length: 100 }, () => request(test.server).get(path)),
        ))
          statuses.add(status);
      return statuses;
    };
    await Promise.all(Array.from({ length: 600 }, () => request(test.server).post('/api/nothing')));
    await request(test.server).post('/api/nothing').expect(429);
    now = new Date('2026-11-12T12:02:00.000Z');
    expect(await many('/health/live', 600)).toEqual(new Set([200]));
    await request(test.server).get('/health/live').expect(429);
    expect(await many('/nowhere', 3_000)).toEqual(new Set([404]));
    await request(test.server).get('/nowhere').expect(429);
    await request(test.server).get('/api/limited/free').expect(200);
  });
});
