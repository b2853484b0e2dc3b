import { Controller, Param, Post } from '@nestjs/common';
import request from 'supertest';
import { createTestDatabase, type TestDatabase } from '../../platform/postgres/testing/test-database.js';
import { problem } from '../testing/problem.js';
import { createTestApp, HTTP_MIGRATIONS, type TestApp } from '../testing/test-app.js';
import { ThingsController } from '../testing/things.controller.js';

@Controller('api/long')
class LongController {
  @Post(':id/parts')
  parts(@Param('id') id: string): object {
    return { id };
  }
}

/** Method and path of each request. No route has the method of the last request. */
const UNREADABLE = [
  ['get', '/api/%zz'],
  ['get', '/api/things/%E0%A4%A'],
  ['get', '/sign/a-secret%'],
  ['post', '/api/%zz'],
  ['post', `/api/long/${'x'.repeat(301)}/parts`],
  ['propfind', '/api/%zz'],
] as const;

describe('an address that cannot be read', () => {
  let now = new Date('2026-11-12T10:00:00.000Z');
  let database: TestDatabase;
  let test: TestApp;
  beforeAll(async () => {
    database = await createTestDatabase({ migrations: HTTP_MIGRATIONS });
    test = await createTestApp({
      database,
      controllers: [ThingsController, LongController],
      clock: { now: () => now },
    });
  });
  afterAll(async () => {
    await test.close();
    await database.drop();
  });

  it('is also unknown to callers from other sites', async () => {
    const answer = await request(test.server).post('/api/%zz').set('origin', 'null').send({});
    expect(problem(answer)).toMatchObject({ status: 404, code: 'not_found' });
  });

  it.each(['application/pdf', 'text/plain', 'nonsense'])(
    'is unknown whatever the body is: %s',
    async (type) => {
      for (const path of ['/api/%zz', `/api/long/${'x'.repeat(301)}/parts`]) {
        const answer = await request(test.server).post(path).set('content-type', type).send('%PDF');
        expect(problem(answer)).toMatchObject({ status: 404, code: 'not_found' });
      }
    },
  );

  const ask = (method: string, path: string): request.Test =>
    (request(test.server) as unknown as Record<string, (path: string) => request.Test>)[method]?.(path) ??
    request(test.server).get(path);

  it.each(UNREADABLE)('gets 404 with the headers of every answer: %s %s', async (method, path) => {
    const { headers: usual } = await request(test.server).get('/api/things').expect(200);
    test.logs.length = 0;
    const answer = await ask(method, path);
    expect(problem(answer)).toMatchObject({ status: 404, code: 'not_found' });
    for (const name of Object.keys(usual).filter((one) =>
      /^(?:content-security|cross-|referrer|x-)/.test(one),
    ))
      expect({ [name]: answer.headers[name] }).toEqual({ [name]: usual[name] });
    expect(answer.headers).toMatchObject({ 'cache-control': 'no-store', 'referrer-policy': 'no-referrer' });
    expect(test.logs).toEqual([
      expect.objectContaining({ method: method.toUpperCase(), status: 404, code: 'not_found' }),
    ]);
    expect(JSON.stringify(test.logs)).not.toMatch(/secret|%zz/);
    const { text } = await request(test.server).get('/metrics').expect(200);
    // All rare methods are counted together, because anybody can make up new ones.
    expect(text).toMatch(
      new RegExp(`_count\\{method="(?:${method.toUpperCase()}|other)",route="[^"]+",status="4xx"`),
    );
    expect(text).not.toMatch(/secret|%zz/);
  });

  it("counts under the caller's general limit, and reads no body", async () => {
    now = new Date('2026-11-12T10:05:00.000Z');
    for (let sent = 0; sent < 600; sent += 100) {
      const answers = await Promise.all(
        Array.from({ length: 100 }, () => request(test.server).get('/api/%zz')),
      );
      expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([404]));
    }
    const refused = await request(test.server).post('/%zz').set('content-type', 'text/plain').send('x');
    expect(problem(refused)).toMatchObject({ status: 429, code: 'rate_limited' });
    expect(refused.headers['retry-after']).toBe('60');
    await request(test.server).get('/api/things').expect(429);
    now = new Date('2026-11-12T10:06:00.000Z');
    await request(test.server).post('/%zz').set('content-type', 'text/plain').send('x').expect(404);
  });
});
