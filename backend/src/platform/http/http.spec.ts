import { Body, Controller, Get, HttpCode, Param, Post, Query, Req, Res } from '@nestjs/common';
import { IsInt, IsOptional, IsString, MinLength } from 'class-validator';
import { Type } from 'class-transformer';
import type { FastifyReply, FastifyRequest } from 'fastify';
import request from 'supertest';
import { createTestDatabase, type TestDatabase } from '../postgres/testing/test-database.js';
import { RuleBroken } from '../rule-broken.js';
import { EventStoreUnavailable } from '../event-store/event-store.js';
import type { Origin } from '../journal/event.js';
import { Capability } from './capability.js';
import { AllowForeignOrigin } from './origin.guard.js';
import { Client, Language, RequestId } from './request-context.js';
import { createTestApp, HTTP_MIGRATIONS, type TestApp } from './testing/test-app.js';
import { UuidParam } from './uuid-param.pipe.js';

class ThingRequest {
  @IsString({ message: 'validation.text' })
  @MinLength(3, { message: 'validation.title.min' })
  title: string;

  @IsOptional()
  @IsString()
  note?: string;
}

class PageQuery {
  @IsOptional()
  @Type(() => Number)
  @IsInt()
  page?: number;
}

@Controller('api/things')
class ThingsController {
  constructor(private readonly capability: Capability) {}

  @Get()
  list(@Query() query: PageQuery): object {
    return { page: query.page ?? 1 };
  }

  @Get('who')
  who(@Client() client: Origin, @Language() language: string, @RequestId() id: string): object {
    return { ...client, language, id };
  }

  @Post()
  @HttpCode(201)
  create(@Body() body: ThingRequest, @Req() req: FastifyRequest, @Res({ passthrough: true }) reply: FastifyReply): object {
    return { ...body, raw: req.rawBody?.length, owner: this.capability.ensure(req, reply) };
  }

  @Post('hook')
  @AllowForeignOrigin()
  hook(): object {
    return {};
  }

  @Post('empty')
  empty(): object {
    return { ok: true };
  }

  @Get(':id')
  one(@Param('id', UuidParam) id: string, @Req() req: FastifyRequest): object {
    return { id, owner: this.capability.hashOf(req) ?? null };
  }

  @Get('fail/:how')
  fail(@Param('how') how: string): never {
    if (how === 'rule') throw new RuleBroken('party1_must_sign_first');
    if (how === 'store') throw new EventStoreUnavailable('gone');
    throw new Error('secret detail of ada@example.com');
  }
}

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

const problem = (response: request.Response): unknown => {
  expect(response.headers['content-type']).toBe('application/problem+json; charset=utf-8');
  const body: unknown = JSON.parse(response.text);
  expect(body).toMatchObject({ status: response.status, detail: (body as { message: string }).message });
  return body;
};
const json = (body: string): request.Test => request(test.server).post('/api/things').set('content-type', 'application/json').send(body);

describe('bad input', () => {
  it('names each field, in the language asked for', async () => {
    const response = await request(test.server).post('/api/things').set('accept-language', 'en').send({ title: 'ab', colour: 'red' });
    expect(response.status).toBe(400);
    expect(problem(response)).toMatchObject({
      code: 'validation_failed',
      message: 'Please check the marked fields.',
      errors: expect.arrayContaining([
        { field: 'title', code: 'validation.title.min', message: 'At least 3 characters required.' },
        { field: 'colour', code: 'validation.unknown', message: 'There is no such field.' },
      ]),
    });
    const german = await request(test.server).post('/api/things').send({});
    expect(problem(german)).toMatchObject({ message: 'Bitte prüfen Sie die markierten Felder.', errors: [{ field: 'title' }] });
  });

  it.each([['{"title":'], ['{title: 1}'], ['{"title":"a\\u0000b"}'], ['{"__proto__":{"admin":true},"title":"abc"}'], ['\u0001']])(
    'refuses damaged JSON: %s',
    async (body) => {
      const response = await json(body);
      expect(response.status).toBe(400);
      expect(problem(response)).toMatchObject({ code: 'malformed_json' });
    },
  );

  it('refuses bytes that are no UTF-8', async () => {
    const response = await request(test.server)
      .post('/api/things')
      .set('content-type', 'application/json')
      .serialize((body: Buffer) => body as unknown as string)
      .send(Buffer.concat([Buffer.from('{"title":"'), Buffer.from([0xff, 0xfe]), Buffer.from('abc"}')]));
    expect(problem(response)).toMatchObject({ status: 400, code: 'malformed_json' });
  });

  it.each([['[]'], ['"text"'], ['null'], ['12']])('refuses what is no object: %s', async (body) => {
    expect((await json(body)).status).toBe(400);
  });

  it('survives a body of brackets alone', async () => {
    const response = await json(`{"title":"abc","note":${'['.repeat(200_000)}${']'.repeat(200_000)}}`);
    expect(response.status).toBe(400);
  });

  it('refuses a body that is too large', async () => {
    const response = await json(JSON.stringify({ title: 'x'.repeat(1_000_001) }));
    expect(problem(response)).toMatchObject({ status: 413, code: 'body_too_large' });
  });

  it.each(['text/plain', 'application/x-www-form-urlencoded', 'multipart/form-data; boundary=x', 'application/xml', 'nonsense'])(
    'refuses %s',
    async (type) => {
      const response = await request(test.server).post('/api/things').set('content-type', type).send('title=abc');
      expect(problem(response)).toMatchObject({ status: 415, code: 'unsupported_media_type' });
    },
  );

  it('takes a call without a body where none is needed', async () => {
    await request(test.server).post('/api/things/empty').expect(201);
    await request(test.server).post('/api/things/empty').set('content-type', 'application/json').expect(201);
  });

  it('refuses wrong numbers and unknown names in a query', async () => {
    await request(test.server).get('/api/things?page=2').expect(200, { page: 2 });
    const wrong = await request(test.server).get('/api/things?page=two');
    expect(problem(wrong)).toMatchObject({ status: 400, errors: [{ field: 'page' }] });
    await request(test.server).get('/api/things?pages=2').expect(400);
  });

  it('answers an id that cannot be one, and damaged addresses, as unknown', async () => {
    for (const id of ['1', '..%2f..%2fetc', "'%20or%201=1", 'x'.repeat(250)]) {
      const response = await request(test.server).get(`/api/things/${id}`);
      expect(problem(response)).toMatchObject({ status: 404, code: 'not_found' });
    }
    const damaged = await request(test.server).get('/api/things/%E0%A4%A');
    expect(damaged.status).toBe(400);
    problem(damaged);
    const long = await request(test.server).get(`/api/things/${'x'.repeat(2000)}`);
    expect(long.status).toBeGreaterThanOrEqual(400);
    expect(long.status).toBeLessThan(500);
  });

  it('tells unknown addresses from wrong methods', async () => {
    expect(problem(await request(test.server).get('/api/nothing'))).toMatchObject({ status: 404, code: 'not_found' });
    expect(problem(await request(test.server).post('/api/nothing'))).toMatchObject({ status: 404, code: 'not_found' });
    const wrong = await request(test.server).delete('/api/things');
    expect(problem(wrong)).toMatchObject({ status: 405, code: 'method_not_allowed' });
    expect(wrong.headers['allow']).toBe('GET, HEAD, POST');
    expect(problem(await request(test.server).get('/api/things/empty/'))).toMatchObject({ status: 405 });
    expect(problem(await request(test.server).get('/dev/x'))).toMatchObject({ status: 404 });
  });
});

describe('failures', () => {
  it('are their rule', async () => {
    const response = await request(test.server).get('/api/things/fail/rule').set('accept-language', 'fr, en;q=0.8, de;q=0.3');
    expect(problem(response)).toMatchObject({ status: 409, code: 'party1_must_sign_first', message: 'Party 1 must sign first.' });
  });

  it('of a store ask to come again', async () => {
    const response = await request(test.server).get('/api/things/fail/store');
    expect(problem(response)).toMatchObject({ status: 503, code: 'unavailable' });
    expect(response.headers['retry-after']).toBe('2');
  });

  it('that nobody foresaw say nothing outside and are logged under the request', async () => {
    const response = await request(test.server).get('/api/things/fail/other');
    expect(problem(response)).toMatchObject({ status: 500, code: 'internal_error' });
    expect(response.text).not.toContain('secret');
    const line = test.logs.find((one) => one['msg'] === 'a request failed');
    expect(line).toMatchObject({ level: 'error', route: '/api/things/fail/:how', code: 'internal_error' });
    expect(line?.['requestId']).toMatch(/^[0-9a-f-]{36}$/);
  });
});

describe('logs', () => {
  it('hold the route and never the address, the agent or a body', async () => {
    test.logs.length = 0;
    await request(test.server).get('/api/things/tokenlike-12345?x=private').set('user-agent', 'Spy/1.0');
    await request(test.server).post('/api/things').send({ title: 'a private title' }).expect(201);
    const text = JSON.stringify(test.logs);
    expect(text).toContain('/api/things/:id');
    for (const secret of ['tokenlike', 'private', 'Spy', '127.0.0.1', '::ffff']) expect(text).not.toContain(secret);
    expect(test.logs.at(-1)).toMatchObject({ route: '/api/things', status: 201 });
  });
});

describe('the creator of things', () => {
  it('is known again by a cookie that scripts cannot read', async () => {
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
    expect((await request(test.server).get(`/api/things/${id}`).set('cookie', pair)).body).toEqual({ id, owner });
    expect((await request(test.server).get(`/api/things/${id}`).set('cookie', 'device=guess')).body).toEqual({ id, owner: null });
  });

  it('has a host-bound secure one behind https', async () => {
    const secure = await createTestApp({ database, controllers: [ThingsController], env: { PUBLIC_URL: 'https://nda.example' } });
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

  it('may read, and may call webhooks', async () => {
    await request(test.server).get('/api/things').set('sec-fetch-site', 'cross-site').expect(200);
    await request(test.server).post('/api/things/hook').set('origin', 'https://provider.example').expect(201);
  });
});

describe('headers', () => {
  it('allow nothing inline, no frames, no storing', async () => {
    const { headers } = await request(test.server).get('/api/things');
    const policy = headers['content-security-policy'] ?? '';
    expect(policy).toContain("default-src 'self'");
    expect(policy).toContain("frame-ancestors 'none'");
    expect(policy).toContain("img-src 'self' data: blob:");
    expect(policy).not.toMatch(/unsafe/);
    expect(headers).toMatchObject({ 'referrer-policy': 'no-referrer', 'x-content-type-options': 'nosniff', 'cache-control': 'no-store' });
    expect(headers['strict-transport-security']).toBeUndefined();
    expect(headers['x-powered-by']).toBeUndefined();
  });
});

describe('who calls', () => {
  it('is the connection, whatever a header claims', async () => {
    const response = await request(test.server)
      .get('/api/things/who')
      .set('x-forwarded-for', '203.0.113.9')
      .set('user-agent', 'B\u00e4r/1.0');
    expect(response.body).toMatchObject({ ip: '127.0.0.1', language: 'de' });
  });

  it('is whom a trusted proxy names', async () => {
    const behind = await createTestApp({ database, controllers: [ThingsController], env: { TRUST_PROXY: '127.0.0.0/8,::ffff:127.0.0.1' } });
    const get = (forwarded: string): request.Test => request(behind.server).get('/api/things/who').set('x-forwarded-for', forwarded);
    expect((await get('203.0.113.9')).body).toMatchObject({ ip: '203.0.113.9' });
    expect((await get('6.6.6.6, 203.0.113.9')).body).toMatchObject({ ip: '203.0.113.9' });
    await behind.close();
  });
});

describe('the description of the API', () => {
  it('is made from the code, with the rules of the requests', async () => {
    const { body } = await request(test.server).get('/api/openapi.json').expect(200);
    expect(body.paths['/api/things'].post.requestBody.content['application/json'].schema.$ref).toBe('#/components/schemas/ThingRequest');
    expect(body.components.schemas.ThingRequest.properties.title).toMatchObject({ type: 'string', minLength: 3 });
    expect(body.components.schemas.Problem.properties.code.enum).toContain('party1_must_sign_first');
  });

  it('is readable as a page without scripts', async () => {
    const page = await request(test.server).get('/api/docs').expect(200);
    expect(page.headers['content-type']).toMatch('text/html');
    expect(page.text).toContain('/api/things/{id}');
    expect(page.text).not.toMatch(/<script|style="/);
    await request(test.server)
      .get('/api/docs/style.css')
      .expect('content-type', /text\/css/);
  });
});

it('tells who operates the site', async () => {
  await request(test.server)
    .get('/api/site')
    .expect(200, { operatorName: null, operatorAddress: [], operatorEmail: null, operatorPhone: null, operatorDetails: [], rating: null });
});
