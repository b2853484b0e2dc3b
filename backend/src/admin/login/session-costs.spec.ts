import request from 'supertest';
import { TEST_KEYED_HASH, type TestApp } from '../../http/testing/test-app.js';
import type { KeyedHash } from '../../platform/crypto/keyed-hash.js';
import { KEYED_HASH } from '../../platform/wiring/tokens.js';
import {
  openTestInfrastructure,
  type TestInfrastructure,
} from '../../../testing/backend/test-infrastructure.js';
import { loginApp } from '../../../testing/backend/login-app.js';

let bench: TestInfrastructure;
let test: TestApp;
let other: TestApp;
/** The purposes of the keyed hashes that were computed. */
const hashed: string[] = [];
const counting: KeyedHash = {
  of: (purpose, value) => {
    hashed.push(purpose);
    return TEST_KEYED_HASH.of(purpose, value);
  },
};
beforeAll(async () => {
  bench = await openTestInfrastructure();
  test = await loginApp(bench, { platform: new Map([[KEYED_HASH, counting]]) });
  other = await loginApp(bench);
});
afterAll(async () => {
  await test.close();
  await other.close();
  await bench.stop();
});
afterEach(() => jest.restoreAllMocks());

const session = async (): Promise<string> =>
  (await request(test.server).post('/api/admin/login').send({ password: 'correct horse' }).expect(200))
    .get('Set-Cookie')?.[0]
    ?.split(';')[0] ?? '';
const guarded = (cookie: string): request.Test =>
  request(test.server).get('/api/guarded/admin').set('cookie', cookie);

/** Returns the names of the statements that a call runs on the database and on the event store. */
async function statementsOf(call: () => PromiseLike<unknown>): Promise<string[]> {
  const { pool, store } = bench.infrastructure;
  const [query, ends, readStream] = [
    jest.spyOn(pool, 'query'),
    jest.spyOn(store, 'ends'),
    jest.spyOn(store, 'readStream'),
  ];
  await call();
  const statements = query.mock.calls.map(([one]) => (one as unknown as { name?: string }).name ?? 'unnamed');
  return [
    ...statements,
    ...ends.mock.calls.map(([streams]) => `ends of ${streams.length}`),
    ...readStream.mock.calls.map(() => 'stream'),
  ];
}

describe('a call in a session', () => {
  it('reads its row once and its stream once, and computes keyed hashes only in the first call', async () => {
    const cookie = await session();
    await guarded(cookie).expect(200);
    hashed.length = 0;
    expect(await statementsOf(() => guarded(cookie).expect(200))).toEqual(['session-row', 'ends of 1']);
    expect(hashed).toEqual([]);
    await guarded(await session()).expect(200);
    expect(hashed).not.toEqual([]);
  });

  it('is refused as soon as the session has ended on another backend, however often it was accepted before', async () => {
    const cookie = await session();
    for (let times = 0; times < 3; times += 1) await guarded(cookie).expect(200);
    await request(other.server).post('/api/admin/logout').set('cookie', cookie).expect(204);
    await guarded(cookie).expect(401);
    await guarded(cookie).expect(401);
  });

  it('leaves nothing of the cookie in memory once its session has ended', async () => {
    const cookie = await session();
    await guarded(cookie).expect(200);
    await bench.infrastructure.pool.query('DELETE FROM admin_sessions');
    await guarded(cookie).expect(401);
    hashed.length = 0;
    await guarded(cookie).expect(401);
    expect(hashed).not.toEqual([]);
  });
});
