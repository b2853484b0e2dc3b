import { connect } from 'node:net';
import request from 'supertest';
import { createTestDatabase, type TestDatabase } from '../../platform/postgres/testing/test-database.js';
import { until } from '../../platform/testing/until.js';
import { problem } from '../testing/problem.js';
import { createTestApp, HTTP_MIGRATIONS, type TestApp } from '../testing/test-app.js';
import { ThingsController } from '../testing/things.controller.js';

describe('a request whose last bytes arrive while the service closes', () => {
  it('is answered like any other', async () => {
    const database = await createTestDatabase({ migrations: HTTP_MIGRATIONS });
    const test = await createTestApp({ database, controllers: [ThingsController] });
    await test.app.listen(0, '127.0.0.1');
    const { port } = test.server.address() as { port: number };
    const things = test.app.get(ThingsController);
    const idle = things.release;
    const held = fetch(`http://127.0.0.1:${port}/api/things/slow/word`);
    const socket = connect(port, '127.0.0.1');
    let answer = '';
    socket.on('data', (bytes) => (answer += bytes.toString('latin1')));
    socket.write('GET /api/things/who HTTP/1.1\r\nhost: localhost\r\n');
    await until(() => things.release !== idle);
    const closed = test.close();
    await until(() => !test.server.listening);
    socket.write('\r\n');
    await until(() => answer.includes('\r\n\r\n'));
    expect(answer).toMatch(/^HTTP\/1.1 200 /);
    socket.destroy();
    things.release();
    expect((await held).status).toBe(200);
    // `fetch` keeps its connection open, which would delay the close.
    test.server.closeAllConnections();
    await closed;
    await database.drop();
  });
});

describe('a request whose handler does not answer in time', () => {
  let database: TestDatabase;
  let test: TestApp;
  let things: ThingsController;
  beforeAll(async () => {
    database = await createTestDatabase({ migrations: HTTP_MIGRATIONS });
    test = await createTestApp({ database, controllers: [ThingsController], http: { answerWithinMs: 50 } });
    things = test.app.get(ThingsController);
  });
  afterAll(async () => {
    await test.close();
    await database.drop();
  });

  it("is answered with 503, and the handler's later answer is dropped, even from the log", async () => {
    const answer = await request(test.server).get('/api/things/slow/tokenlike').set('accept-language', 'en');
    expect(problem(answer)).toMatchObject({ status: 503, code: 'unavailable' });
    expect(answer.headers['retry-after']).toBe('2');
    const lines = test.logs.length;
    things.release();
    // The log line of this second call is written after any line that the late response could cause.
    await request(test.server).get('/api/things/who').expect(200);
    await until(() => test.logs.length > lines);
    expect(JSON.stringify(test.logs)).not.toContain('tokenlike');
    expect(
      test.logs.filter((line) => line['route'] === '/api/things/slow/:word' && line['status'] === 503),
    ).toHaveLength(1);
  });

  it('is answered immediately once the service is about to cut connections', async () => {
    const stopping = new AbortController();
    const patient = await createTestApp({
      database,
      controllers: [ThingsController],
      http: { cutting: stopping.signal },
    });
    const slow = patient.app.get(ThingsController);
    const idle = slow.release;
    const asked = request(patient.server)
      .get('/api/things/slow/word')
      .then((answer) => answer);
    await until(() => slow.release !== idle);
    stopping.abort();
    expect((await asked).status).toBe(503);
    slow.release();
    await patient.close();
  });

  it('is left alone if the handler answers in time', async () => {
    const release = setInterval(() => things.release(), 5);
    await request(test.server).get('/api/things/slow/word').expect(200, { word: 'word' });
    clearInterval(release);
  });
});
