import request from 'supertest';
import { createTestDatabase, type TestDatabase } from '../../platform/postgres/testing/test-database.js';
import { problem } from '../testing/problem.js';
import { createTestApp, HTTP_MIGRATIONS, type TestApp } from '../testing/test-app.js';
import { ThingsController } from '../testing/things.controller.js';

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

const json = (body: string): request.Test =>
  request(test.server).post('/api/things').set('content-type', 'application/json').send(body);

describe('bad input', () => {
  it('names each field, in the requested language', async () => {
    const response = await request(test.server)
      .post('/api/things')
      .set('accept-language', 'en')
      .send({ title: 'ab', colour: 'red' });
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
    expect(problem(german)).toMatchObject({
      message: 'Bitte prüfen Sie die markierten Felder.',
      errors: [{ field: 'title' }],
    });
  });

  it.each([
    ['{"title":'],
    ['{title: 1}'],
    ['{"title":"a\\u0000b"}'],
    ['{"__proto__":{"admin":true},"title":"abc"}'],
    ['\u0001'],
  ])('refuses damaged JSON: %s', async (body) => {
    const response = await json(body);
    expect(response.status).toBe(400);
    expect(problem(response)).toMatchObject({ code: 'malformed_json' });
  });

  it.each(['constructor', '__proto__', 'prototype'])(
    'refuses a field named %s at any depth',
    async (name) => {
      for (const body of [`{"title":"abc","${name}":"x"}`, `{"title":"abc","note":{"a":{"${name}":{}}}}`])
        expect(problem(await json(body))).toMatchObject({ status: 400, code: 'malformed_json' });
      const asked = await request(test.server).get(`/api/things?${name}=x`);
      expect(problem(asked)).toMatchObject({
        status: 400,
        errors: [{ field: name, code: 'validation.unknown' }],
      });
    },
  );

  it('refuses a member name with a NUL as an unknown field', async () => {
    const response = await json('{"title":"abc","a\\u0000b":1}');
    expect(problem(response)).toMatchObject({ status: 400, errors: [{ code: 'validation.unknown' }] });
  });

  it('limits the size of its answer to many bad fields', async () => {
    const fields = (count: number, length: number): string =>
      JSON.stringify(
        Object.fromEntries(Array.from({ length: count }, (_, n) => [`${n}`.padEnd(length, 'x'), n])),
      );
    const bodies = [
      fields(60_000, 1),
      fields(400, 2_000),
      fields(45, 20_000),
      `{"title":"abc","note":[${'1,'.repeat(400_000)}1]}`,
    ];
    for (const body of bodies) {
      const response = await json(body);
      expect(response.status).toBe(400);
      expect(Buffer.byteLength(response.text)).toBeLessThan(64_000);
    }
    const { text } = await json(fields(1, 100_000));
    expect(JSON.parse(text)).toMatchObject({ errors: [{ field: expect.stringMatching(/^.{100}$/) }, {}] });
    const asked = await request(test.server).get(`/api/things?${'a&b&'.repeat(3_000)}`);
    expect(asked.status).toBe(400);
    const many = Array.from({ length: 2_000 }, (_, n) => `a${n}`).join('&');
    expect(problem(await request(test.server).get(`/api/things?${many}`))).toMatchObject({ status: 400 });
  });

  it('refuses bytes that are not UTF-8', async () => {
    const response = await request(test.server)
      .post('/api/things')
      .set('content-type', 'application/json')
      .serialize((body: Buffer) => body as unknown as string)
      .send(Buffer.concat([Buffer.from('{"title":"'), Buffer.from([0xff, 0xfe]), Buffer.from('abc"}')]));
    expect(problem(response)).toMatchObject({ status: 400, code: 'malformed_json' });
  });

  it.each([['[]'], ['"text"'], ['null'], ['12']])(
    'refuses a body that is not an object: %s',
    async (body) => {
      expect((await json(body)).status).toBe(400);
    },
  );

  it('survives a body of brackets only', async () => {
    const response = await json(`{"title":"abc","note":${'['.repeat(200_000)}${']'.repeat(200_000)}}`);
    expect(response.status).toBe(400);
  });

  it('refuses a body that is too large', async () => {
    const response = await json(JSON.stringify({ title: 'x'.repeat(1_000_001) }));
    expect(problem(response)).toMatchObject({ status: 413, code: 'body_too_large' });
  });

  it.each([
    'text/plain',
    'application/x-www-form-urlencoded',
    'multipart/form-data; boundary=x',
    'application/xml',
    'application/x-ignored',
    'nonsense',
  ])('refuses %s', async (type) => {
    const response = await request(test.server)
      .post('/api/things')
      .set('content-type', type)
      .send('title=abc');
    expect(problem(response)).toMatchObject({ status: 415, code: 'unsupported_media_type' });
  });

  it('accepts a call without a body if none is needed', async () => {
    await request(test.server).post('/api/things/empty').expect(201);
    await request(test.server).post('/api/things/empty').set('content-type', 'application/json').expect(201);
  });

  it('refuses wrong numbers and unknown parameter names in a query', async () => {
    await request(test.server).get('/api/things?page=2').expect(200, { page: 2 });
    const wrong = await request(test.server).get('/api/things?page=two');
    expect(problem(wrong)).toMatchObject({ status: 400, errors: [{ field: 'page' }] });
    for (const query of ['pages=2', 'pages=', '__proto__=', 'page=&page='])
      await request(test.server).get(`/api/things?${query}`).expect(400);
  });

  it('counts an empty parameter of a query as none', async () => {
    await request(test.server).get('/api/things?page=').expect(200, { page: 1 });
    await request(test.server).get('/api/things?page').expect(200, { page: 1 });
  });

  it('answers impossible ids and damaged addresses like unknown ones', async () => {
    const ids = ['1', '..%2f..%2fetc', "'%20or%201=1", 'x'.repeat(250), 'x'.repeat(2000), '%E0%A4%A'];
    for (const id of ids) {
      const response = await request(test.server).get(`/api/things/${id}`);
      expect(problem(response)).toMatchObject({ status: 404, code: 'not_found' });
    }
  });

  it('distinguishes unknown addresses from wrong methods', async () => {
    expect(problem(await request(test.server).get('/api/nothing'))).toMatchObject({
      status: 404,
      code: 'not_found',
    });
    expect(problem(await request(test.server).post('/api/nothing'))).toMatchObject({
      status: 404,
      code: 'not_found',
    });
    const wrong = await request(test.server).delete('/api/things');
    expect(problem(wrong)).toMatchObject({ status: 405, code: 'method_not_allowed' });
    expect(wrong.headers['allow']).toBe('GET, HEAD, POST');
    // The path with a trailing slash is another address, and that address has no route.
    for (const method of ['get', 'post'] as const)
      expect(problem(await request(test.server)[method]('/api/things/'))).toMatchObject({ status: 404 });
    expect(problem(await request(test.server).get('/dev/x'))).toMatchObject({ status: 404 });
  });

  it('gets 404 instead of 405 if no other method would work: its part of the address is longer than any id', async () => {
    for (const method of ['get', 'post'] as const) {
      const answer = await request(test.server)[method](`/api/things/slow/${'x'.repeat(400)}`);
      expect(answer.headers['allow']).toBe(method === 'get' ? undefined : 'GET, HEAD');
      expect(problem(answer)).toMatchObject({ status: method === 'get' ? 404 : 405 });
    }
  });
});
