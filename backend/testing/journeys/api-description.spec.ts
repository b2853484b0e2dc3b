import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ModulesContainer } from '@nestjs/core';
import { createConfig, lintFromString } from '@redocly/openapi-core';
import { EXAMPLES } from '@siegel/contracts/examples';
import type { FastifyInstance } from 'fastify';
import type TestAgent from 'supertest/lib/agent.js';
import type { OpenApiDocument, Operation } from '#src/http/openapi/document-types';
import type { ApiDescription } from '#src/http/openapi/serve-openapi';
import { UNREADABLE_ADDRESS } from '#src/http/routes/unreadable-address';
import { apiPage } from '../repository/api-page.js';
import { untilSent } from '../steps/steps.js';
import { ADMIN_PASSWORD, startTestBackend, type TestBackend } from '../backend/test-backend.js';

const NO_NDA = '01890a5d-ac96-774b-bcce-b302099a8057';
/** The schema of an empty text. */
const EMPTY = { type: 'string', maxLength: 0 };
const SOURCES = join(__dirname, '../../src');

/**
 * True for routes that are not API calls: pages (`contracts/src/pages.ts`), routes for this machine only, and
 * refusals.
 */
const isNoCall = (url: string): boolean =>
  url === '/*' || url.startsWith('/dev/') || url === UNREADABLE_ADDRESS;

describe('the description of the API', () => {
  let backend: TestBackend;
  let api: ApiDescription;
  let document: OpenApiDocument;
  beforeAll(async () => {
    backend = await startTestBackend();
    const fastify: FastifyInstance = backend.backend.app.getHttpAdapter().getInstance();
    api = fastify.apiDescription;
    document = (await backend.browser().get('/api/openapi.json').expect(200)).body;
  });
  afterAll(() => backend.stop());

  const operations = (): [string, string, Operation][] =>
    Object.entries(document.paths).flatMap(([path, item]) =>
      Object.entries(item).map(([method, operation]): [string, string, Operation] => [
        path,
        method,
        operation,
      ]),
    );
  const operationOf = (id: string): { path: string; method: string } => {
    const found = operations().find(([, , { operationId }]) => operationId === id);
    if (found === undefined) throw new Error(`no operation is called ${id}`);
    return { path: found[0], method: found[1] };
  };

  it('has every route of the server that is an API call', () => {
    const nameless = api.routes.filter(({ description, url }) => description === undefined && !isNoCall(url));
    expect(nameless.map(({ method, url }) => `${method} ${url}`)).toEqual([]);
    expect(operations().length).toBeGreaterThan(25);
  });

  it('is the content of docs/api.md (otherwise: npm run api)', () =>
    expect(readFileSync(join(__dirname, '../../../docs/api.md'), 'utf8')).toBe(apiPage(document)));

  it('has a handler for every query: list a missing one among the providers of its module', () => {
    const modules = [...backend.backend.app.get(ModulesContainer).values()];
    const listed = modules.flatMap(({ providers }) => [...providers.values()].map(({ name }) => name));
    const sources = readdirSync(SOURCES, { recursive: true, encoding: 'utf8' })
      .filter((file) => /\.quer(?:y|ies)\.ts$/.test(file))
      .map((file) => readFileSync(join(SOURCES, file), 'utf8'));
    const named = (pattern: RegExp) =>
      sources.flatMap((source) => [...source.matchAll(pattern)].map(([, name = '']) => name));
    const answered = named(/@QueryHandler\((\w+)\)/g);
    expect(answered.length).toBeGreaterThan(20);
    expect(named(/class (\w+) extends Query</g).filter((query) => !answered.includes(query))).toEqual([]);
    const handlers = named(/@QueryHandler\(\w+\)\s+export class (\w+)/g);
    expect(handlers).toHaveLength(answered.length);
    expect(handlers.filter((handler) => !listed.includes(handler))).toEqual([]);
  });

  it('promises no answer after the time limit of the proxy', () => {
    const conf = readFileSync(join(__dirname, '../../../docker/nginx/nginx.conf'), 'utf8');
    const seconds = (text: string): number => Number(/proxy_read_timeout (\d+)s;/.exec(text)?.[1]);
    const others = seconds(conf.slice(0, conf.indexOf('location ')));
    const slow = [...conf.matchAll(/location ~ (\S+) \{[^{}]*proxy_read_timeout \d+s;/g)];
    const waits = (path: string): number =>
      seconds(slow.find(([, paths = '']) => new RegExp(paths).test(path))?.[0] ?? '') || others;
    const late = operations()
      .map(([path, , operation]) => ({ path, ms: operation['x-answer-within-ms'] }))
      .filter(({ path, ms }) => !(ms < waits(path) * 1000));
    expect(late).toEqual([]);
  });

  it('follows the recommended rules of Redocly', async () => {
    const config = await createConfig({ extends: ['recommended'] });
    // The document has no external references, so Redocly fetches nothing.
    expect(JSON.stringify(document)).not.toMatch(/"\$ref":"[^#]/);
    const problems = await lintFromString({ source: JSON.stringify(document), config });
    const errors = problems.filter(({ severity }) => severity === 'error');
    expect(errors.map(({ ruleId, message, location }) => [ruleId, message, location[0]?.pointer])).toEqual(
      [],
    );
  });

  it('says of each optional parameter of a query that its empty value counts as none, as it does', async () => {
    const admin = backend.browser();
    await admin.post('/api/admin/login').send({ password: ADMIN_PASSWORD }).expect(200);
    const called: string[] = [];
    for (const [path, , { parameters }] of operations()) {
      const query = parameters.flatMap((one) => ('name' in one && one.in === 'query' ? [one] : []));
      const optional = query.filter(({ required }) => !required);
      if (optional.length === 0) continue;
      const empty = optional.map(({ name }) => `${name}=`).join('&');
      const url = path.replace('{id}', NO_NDA);
      const before = await admin.get(url);
      const asked = await admin.get(`${url}?${empty}`);
      const after = await admin.get(url);
      expect([url, asked.status, after.status]).toEqual([url, after.status, path === url ? 200 : 404]);
      // The service may sign a checkpoint between two calls.
      if (asked.status === 200) expect([before.body, after.body]).toContainEqual(asked.body);
      for (const { name, schema } of optional)
        expect([path, name, schema['anyOf']]).toEqual([path, name, expect.arrayContaining([EMPTY])]);
      called.push(path);
    }
    expect(called.length).toBeGreaterThan(7);
    const moment = operations().find(([path]) => path === '/api/audit/ndas/{id}/at');
    expect(moment?.[2].parameters).toContainEqual(expect.objectContaining({ name: 'time', required: true }));
    await admin.get(`/api/audit/ndas/${NO_NDA}/at?time=`).expect(400);
  });

  it('links only to operations that exist', () => {
    const named = operations()
      .flatMap(([, , { responses }]) => Object.values(responses))
      .flatMap((response) => ('links' in response ? Object.values(response.links ?? {}) : []))
      .map((link) => (link as { operationId: string }).operationId);
    expect(named.length).toBeGreaterThan(10);
    for (const id of named) expect(operationOf(id)).toBeDefined();
  });

  it('has an example of every body', () => {
    const without = operations()
      .filter(([, , { requestBody }]) => requestBody?.content['application/json'] !== undefined)
      .filter(([, , { requestBody }]) => requestBody?.content['application/json']?.examples === undefined);
    expect(without.map(([path]) => path)).toEqual([]);
  });

  it('has examples that are enough to take an agreement from draft to PDF', async () => {
    const browser = backend.browser('en');
    const call = (id: string, names: Readonly<Record<string, string>>, body?: object) => {
      const { path, method } = operationOf(id);
      const at = path.replaceAll(/\{(\w+)\}/g, (_, name: string) => names[name] ?? name);
      const asked = browser[method as 'get' | 'post'](at);
      return body === undefined ? asked : asked.send(body);
    };
    const { id } = (await call('createNda', {}, EXAMPLES.createNda.draft).expect(201)).body;
    await call('signNda', { id }, EXAMPLES.signNda.party1).expect(200);
    await call('signNda', { id }, EXAMPLES.signNda.party2).expect(200);
    const asked = await call('createPaymentIntent', { id }, EXAMPLES.createPaymentIntent.party1).expect(200);
    const { clientSecret, paymentIntentId } = asked.body;
    const card = (example: object) => call('confirmSandboxPayment', { clientSecret }, example);
    const { succeeds, declined, asksForMore, authenticated } = EXAMPLES.confirmSandboxPayment;
    await card(declined).expect(402);
    await card(asksForMore).expect(200, { status: 'requires_action' });
    await card(authenticated).expect(200, { status: 'succeeded' });
    await card(succeeds).expect(200, { status: 'succeeded' });
    await call('confirmPayment', { id }, { paymentIntentId }).expect(200);
    await untilSent(browser, id);
    await call('readDocument', { id }).expect(200).expect('content-type', 'application/pdf');
  });

  it.each([
    ['applyVoucher', EXAMPLES.applyVoucher.party1, 404],
    ['correctParty2Address', EXAMPLES.correctParty2Address.mistyped, 200],
    ['correctParty1Address', EXAMPLES.correctParty1Address.mistyped, 200],
    ['recordPageView', EXAMPLES.recordPageView.home, 202],
    ['recordFunnelEvent', EXAMPLES.recordFunnelEvent.view, 202],
    ['login', EXAMPLES.login.password, 401],
    ['optimizeDescription', EXAMPLES.optimizeDescription.english, 503],
    ['chat', EXAMPLES.chat.second, 401],
  ])('has an example of %s that the server accepts as valid', async (id, body, status) => {
    const { path, method } = operationOf(id);
    const browser: TestAgent = backend.browser();
    const nda = (await browser.post('/api/ndas').send(EXAMPLES.createNda.draft).expect(201)).body.id;
    await browser.post(`/api/ndas/${nda}/sign`).send(EXAMPLES.signNda.party1).expect(200);
    await browser[method as 'post' | 'patch'](path.replace('{id}', nda)).send(body).expect(status);
  });
});
