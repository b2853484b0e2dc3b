import request from 'supertest';
import { createTestDatabase, type TestDatabase } from '../platform/postgres/testing/test-database.js';
import { problem } from './testing/problem.js';
import { createTestApp, HTTP_MIGRATIONS, type TestApp } from './testing/test-app.js';
import { ThingsController } from './testing/things.controller.js';

let database: TestDatabase;
let test: TestApp;
beforeAll(async () => {
  database = await createTestDatabase({ migrations: HTTP_MIGRATIONS });
  test = await createTestApp({ database, controllers: [ThingsController] });
});
afterAll(async () => {
  await test.close();
  await database.drop();
});

describe('failures', () => {
  it('have the code of the rule that was broken', async () => {
    const response = await request(test.server)
      .get('/api/things/fail/rule')
      .set('accept-language', 'fr, en;q=0.8, de;q=0.3');
    expect(problem(response)).toMatchObject({
      status: 409,
      code: 'party1_must_sign_first',
      message: 'Party 1 must sign first.',
    });
  });

  it('have Retry-After if a store failed', async () => {
    const response = await request(test.server).get('/api/things/fail/store');
    expect(problem(response)).toMatchObject({ status: 503, code: 'unavailable' });
    expect(response.headers['retry-after']).toBe('2');
  });

  it('reveal nothing if they are unforeseen, and are logged with the id of the request', async () => {
    const response = await request(test.server).get('/api/things/fail/other');
    expect(problem(response)).toMatchObject({ status: 500, code: 'internal_error' });
    expect(response.text).not.toContain('secret');
    const line = test.logs.find((one) => String(one['msg']).startsWith('A request failed'));
    expect(line).toMatchObject({ level: 'error', route: '/api/things/fail/:how', code: 'internal_error' });
    expect(line?.['requestId']).toBe(response.body.requestId);
  });
});

describe('logs', () => {
  it('contain the route, but never the address, the user agent or a body', async () => {
    test.logs.length = 0;
    await request(test.server).get('/api/things/tokenlike-12345?x=private').set('user-agent', 'Spy/1.0');
    await request(test.server).post('/api/things').send({ title: 'a private title' }).expect(201);
    const text = JSON.stringify(test.logs);
    expect(text).toContain('/api/things/:id');
    for (const secret of ['tokenlike', 'private', 'Spy', '127.0.0.1', '::ffff'])
      expect(text).not.toContain(secret);
    expect(test.logs.at(-1)).toMatchObject({ route: '/api/things', status: 201 });
  });
});

describe('the creator of things', () => {
  it('is recognised by a cookie that is hidden from scripts', async () => {
    const made = await request(test.server).post('/api/things').send({ title: 'abc' });
    const cookie = made.get('Set-Cookie')?.[0] ?? '';
    expect(cookie).toMatch(/^device=[A-Za-z0-9_-]{43}; Max-Age=7776000; Path=\/; HttpOnly; SameSite=Lax$/);
    const { owner } = made.body as { owner: string };
    expect(cookie).not.toContain(owner);
    const pair = cookie.split(';')[0] ?? '';
    const again = await request(test.server).post('/api/things').set('cookie', pair).send({ title: 'abc' });
    expect(again.body).toMatchObject({ owner });
    expect(again.get('Set-Cookie')?.[0]).toContain(pair);
    const id = '01890a5d-ac96-774b-bcce-b302099a8057';
    expect((await request(test.server).get(`/api/things/${id}`).set('cookie', pair)).body).toEqual({
      id,
      owner,
    });
    expect((await request(test.server).get(`/api/things/${id}`).set('cookie', 'device=guess')).body).toEqual({
      id,
      owner: null,
    });
  });

  it('has, behind https, a secure cookie that is bound to the host', async () => {
    const secure = await createTestApp({
      database,
      controllers: [ThingsController],
      env: { PUBLIC_URL: 'https://nda.example' },
    });
    const made = await request(secure.server).post('/api/things').send({ title: 'abc' });
    expect(made.get('Set-Cookie')?.[0]).toMatch(/^__Host-device=.*; Secure; SameSite=Lax$/);
    expect(made.headers['strict-transport-security']).toBe('max-age=31536000');
    await secure.close();
  });
});

describe('other sites', () => {
  it.each([
    [{ origin: 'https://evil.example' }, 403],
    [{ origin: 'null' }, 403],
    [{ 'sec-fetch-site': 'cross-site' }, 403],
    [{ origin: 'http://localhost:3000', 'sec-fetch-site': 'same-origin' }, 201],
    [{ origin: 'http://localhost:5173', host: 'localhost:5173' }, 201],
    [{}, 201],
  ])('%j', async (headers, status) => {
    const response = await request(test.server).post('/api/things').set(headers).send({ title: 'abc' });
    expect(response.status).toBe(status);
    if (status === 403) expect(problem(response)).toMatchObject({ code: 'foreign_origin' });
  });

  it('can read, and can call webhooks', async () => {
    await request(test.server).get('/api/things').set('sec-fetch-site', 'cross-site').expect(200);
    await request(test.server).post('/api/things/hook').set('origin', 'https://provider.example').expect(201);
  });
});

describe('headers', () => {
  it('forbid everything inline, framing and storing', async () => {
    const { headers } = await request(test.server).get('/api/things');
    const policy = headers['content-security-policy'] ?? '';
    expect(policy).toContain("default-src 'self'");
    expect(policy).toContain("frame-ancestors 'none'");
    expect(policy).toContain("img-src 'self' data: blob:");
    expect(policy).not.toMatch(/unsafe/);
    expect(headers).toMatchObject({
      'referrer-policy': 'no-referrer',
      'x-content-type-options': 'nosniff',
      'cache-control': 'no-store',
    });
    expect(headers['strict-transport-security']).toBeUndefined();
    expect(headers['x-powered-by']).toBeUndefined();
  });
});

describe('the client', () => {
  it("is the connection's peer, no matter what a header claims", async () => {
    const response = await request(test.server)
      .get('/api/things/who')
      .set('x-forwarded-for', '203.0.113.9')
      .set('user-agent', 'B\u00e4r/1.0');
    expect(response.body).toMatchObject({ ip: '127.0.0.1', language: 'de' });
  });

  it('is the address that a trusted proxy names', async () => {
    const behind = await createTestApp({
      database,
      controllers: [ThingsController],
      env: { TRUST_PROXY: '127.0.0.0/8,::ffff:127.0.0.1' },
    });
    const get = (forwarded: string): request.Test =>
      request(behind.server).get('/api/things/who').set('x-forwarded-for', forwarded);
    expect((await get('203.0.113.9')).body).toMatchObject({ ip: '203.0.113.9' });
    expect((await get('6.6.6.6, 203.0.113.9')).body).toMatchObject({ ip: '203.0.113.9' });
    for (const [forwarded, ip] of [
      ['203.0.113.9:4711', '203.0.113.9'],
      ['[203.0.113.9]', '203.0.113.9'],
      ['::ffff:cb00:7109', '203.0.113.9'],
      ['[2001:DB8::9]:4711', '2001:db8::9'],
      ['203.0.113.9:4711, 127.0.0.2:80', '203.0.113.9'],
      ['unknown, 203.0.113.9', '203.0.113.9'],
    ] as const)
      expect((await get(forwarded)).body).toMatchObject({ ip });
    await behind.close();
  });

  it('is unknown if a trusted proxy names nobody, but never because a client says so', async () => {
    const behindOf = (proxy: string): Promise<TestApp> =>
      createTestApp({ database, controllers: [ThingsController], env: { TRUST_PROXY: proxy } });
    const [behind, elsewhere] = [await behindOf('127.0.0.0/8'), await behindOf('10.0.0.1')];
    const get = async (app: TestApp, forwarded?: string): Promise<unknown> => {
      const asked = request(app.server).get('/api/things/who').set('x-real-ip', '203.0.113.9');
      if (forwarded !== undefined) void asked.set('x-forwarded-for', forwarded);
      return ((await asked).body as { ip: unknown }).ip;
    };
    for (const nobody of [undefined, '', ' ', 'unknown', 'Unknown'])
      expect([nobody, await get(behind, nobody), await get(elsewhere, nobody)]).toEqual([
        nobody,
        null,
        '127.0.0.1',
      ]);
    expect(await get(behind, '127.0.0.1')).toBe('127.0.0.1');
    // The request came through several proxies. The last address in the header belongs to a trusted proxy.
    for (const nobody of [
      'unknown, 127.0.0.2',
      '_hidden, 127.0.0.2',
      'any text, 127.0.0.2',
      '127.1, 127.0.0.2',
    ])
      expect([nobody, await get(behind, nobody)]).toEqual([nobody, null]);
    await Promise.all([behind.close(), elsewhere.close()]);
  });

  it('is logged once, with advice, if a trusted proxy names it by something that is no address', async () => {
    const behind = await createTestApp({
      database,
      controllers: [ThingsController],
      env: { TRUST_PROXY: '127.0.0.0/8' },
    });
    const advice = () => behind.logs.filter(({ msg }) => /X-Forwarded-For.*no address/.test(String(msg)));
    const get = (forwarded: string): request.Test =>
      request(behind.server).get('/api/things/who').set('x-forwarded-for', forwarded);
    for (const forwarded of ['203.0.113.9:4711', 'unknown', 'unknown, 127.0.0.2', '']) await get(forwarded);
    expect(advice()).toEqual([]);
    for (const forwarded of ['lena.example', '_hidden', '203.0.113.9:http'])
      expect((await get(forwarded)).body).toMatchObject({ ip: null });
    expect(advice()).toHaveLength(1);
    expect(JSON.stringify(advice())).not.toMatch(/lena|203/);
    await behind.close();
  });
});

describe('the description of the API', () => {
  it('is generated from the code, including the rules for requests', async () => {
    const { body } = await request(test.server).get('/api/openapi.json').expect(200);
    expect(body.paths['/api/things'].post.requestBody.content['application/json'].schema.$ref).toBe(
      '#/components/schemas/ThingRequest',
    );
    expect(body.components.schemas.ThingRequest.properties.title).toMatchObject({
      type: 'string',
      minLength: 3,
    });
    expect(Object.keys(body.components.responses)).toContain('party1_must_sign_first');
  });

  it.each(['/api/openapi.json', '/api/docs', '/api/docs/style.css'])(
    'is not sent again to a client that has it: %s',
    async (path) => {
      const { headers } = await request(test.server).get(path).expect(200);
      expect(headers['cache-control']).toBe('no-cache');
      const tag = String(headers['etag']);
      const again = await request(test.server).get(path).set('if-none-match', tag).expect(304);
      expect([again.text, again.headers['etag']]).toEqual(['', tag]);
      await request(test.server).get(path).set('if-none-match', '"another"').expect(200);
      await request(test.server).head(path).expect(200).expect('etag', tag);
    },
  );

  it('is readable as a page without scripts', async () => {
    const page = await request(test.server).get('/api/docs').expect(200);
    expect(page.headers['content-type']).toMatch('text/html');
    expect(page.text).toContain('/api/things');
    expect(page.text).not.toMatch(/<script|style="/);
    await request(test.server)
      .get('/api/docs/style.css')
      .expect('content-type', /text\/css/);
  });
});
