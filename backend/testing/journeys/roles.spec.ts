import type { Test } from 'supertest';
import type TestAgent from 'supertest/lib/agent.js';
import { problem } from '#src/http/testing/problem';
import { newId } from '#src/platform/crypto/ids';
import { NEEDS_SESSION } from '../steps/needed-sessions.js';
import { ROUTES } from '../steps/routes.js';
import { create } from '../steps/steps.js';
import {
  ADMIN_PASSWORD,
  AUDITOR_PASSWORD,
  startTestBackend,
  type TestBackend,
} from '../backend/test-backend.js';

/** Calls that an agreement's creator may make, and the admin too. */
const ADMIN_TOO = [
  'get /api/ndas/{id}',
  'get /api/ndas/{id}/agreement',
  'get /api/ndas/{id}/signatures/{party}',
  'get /api/ndas/{id}/pdf',
  'post /api/ndas/{id}/send-email',
];

type Method = 'get' | 'post' | 'patch' | 'delete';
interface Call {
  readonly name: string;
  readonly method: Method;
  readonly path: string;
  readonly schemes: readonly string[];
}

describe('each role on each call', () => {
  let backend: TestBackend;
  let calls: readonly Call[];
  let stranger: TestAgent;
  let admin: TestAgent;
  let auditor: TestAgent;
  let nda: string;
  beforeAll(async () => {
    backend = await startTestBackend();
    [stranger, admin, auditor] = [backend.browser(), backend.browser(), backend.browser()];
    await admin.post('/api/admin/login').send({ password: ADMIN_PASSWORD }).expect(200, { role: 'admin' });
    await auditor
      .post('/api/admin/login')
      .send({ password: AUDITOR_PASSWORD })
      .expect(200, { role: 'auditor' });
    nda = await create(backend.browser());
    const { body } = await stranger.get('/api/openapi.json').expect(200);
    calls = Object.entries(body.paths as Record<string, object>).flatMap(([path, item]) =>
      Object.entries(item).map(([method, operation]) => ({
        name: `${method} ${path}`,
        method: method as Method,
        path,
        schemes: ((operation as { security?: object[] }).security ?? []).flatMap((one) => Object.keys(one)),
      })),
    );
  });
  afterAll(() => backend.stop());

  /** Makes a call with a valid body. The agreement's id exists; all other ids do not exist. */
  function call(by: TestAgent, { method, path }: Call): Test {
    const asked = by[method](
      path
        .replace(/\/ndas\/\{id\}/, `/ndas/${nda}`)
        .replace('{id}', newId())
        .replace('{revision}', '0')
        .replace('{party}', '1'),
    );
    const body = ROUTES.find((route) => route.method === method && route.path === path)?.body;
    return body === undefined ? asked : asked.send(body);
  }
  const coded = async (test: Test): Promise<string> => (problem(await test) as { code: string }).code;

  it('is tested on all calls that need a session according to the description', () => {
    const described = calls.filter(({ schemes }) => schemes.length === 1 && schemes[0] === 'session');
    expect(described.map(({ name }) => name).toSorted()).toEqual(Object.keys(NEEDS_SESSION).toSorted());
    const both = calls.filter(({ schemes }) => schemes.includes('session') && schemes.length > 1);
    expect(both.map(({ name }) => name).toSorted()).toEqual(ADMIN_TOO.toSorted());
  });

  it('is refused without a session, or if the call is for another role', async () => {
    for (const one of calls.filter(({ name }) => name in NEEDS_SESSION)) {
      expect([one.name, await coded(call(stranger, one))]).toEqual([one.name, 'unauthenticated']);
      if (NEEDS_SESSION[one.name] === 'admin')
        expect([one.name, await coded(call(auditor, one))]).toEqual([one.name, 'forbidden']);
    }
  });

  it('is admitted if the call is for it', async () => {
    const isErasing = ({ method }: Call): number => Number(method === 'delete');
    const open = calls
      .filter(({ name }) => name in NEEDS_SESSION)
      .toSorted((one, other) => isErasing(one) - isErasing(other));
    for (const one of open)
      for (const by of NEEDS_SESSION[one.name] === 'both' ? [auditor, admin] : [admin]) {
        const { status } = await call(by, one);
        expect([one.name, [401, 403, 500].includes(status)]).toEqual([one.name, false]);
      }
  });

  it('gives admin and auditor no rights of a party, and the auditor none of the admin', async () => {
    nda = await create(backend.browser());
    const ofParties = calls.filter(
      ({ schemes, path }) => schemes.includes('device') && path.includes('{id}'),
    );
    expect(ofParties.length).toBeGreaterThan(ADMIN_TOO.length);
    for (const one of ofParties)
      for (const by of ADMIN_TOO.includes(one.name) ? [stranger, auditor] : [stranger, auditor, admin])
        expect([one.name, await coded(call(by, one))]).toEqual([one.name, 'not_found']);
  });
});
