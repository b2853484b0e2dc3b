import { mkdtemp, rm } from 'node:fs/promises';
import { type IncomingHttpHeaders, request as httpRequest } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import * as fc from 'fast-check';
import type { OpenApiDocument } from '#src/http/openapi/document-types';
import type { TestDatabase } from '#src/platform/postgres/testing/test-database';
import { type MeteredBackend, overBudget, startMetered } from '../observed/budget.js';
import { DescribedAnswers } from '../backend/described-answers.js';
import { type FuzzRequest, fuzzRequests, type Places } from '../faults/fuzz-requests.js';
import { terms } from '../steps/samples.js';
import { create, openIntent, signedByBoth } from '../steps/steps.js';
import { tenthUnlessLong } from '#src/platform/testing/long-run';
import { ADMIN_PASSWORD } from '../backend/test-backend.js';
import { createServiceDatabase } from '../backend/service-database.js';

/** Number of requests in `npm run test:fuzz`. */
const REQUESTS = 5000;
/** Maximum size of a refusal in bytes. */
const REFUSAL_MAX = 64_000;
/** `jest/run-settings.cjs` sets this variable before each test file. */
declare global {
  var TEST_SEED: string | undefined;
}
/**
 * `npm run test:all` sends the same requests in every run. `npm run test:long` and `npm run test:fuzz` send
 * new requests in every run. If a seed is given, the requests are those of the seed.
 */
const SEED = Number(globalThis.TEST_SEED ?? (globalThis.TEST_WHOLE ? Date.now() % 2 ** 31 : 20_261_122));

interface Answer {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly text: string;
  readonly body: unknown;
}
const isJson = (headers: IncomingHttpHeaders): boolean => /json/.test(headers['content-type'] ?? '');

describe('requests of all kinds', () => {
  let folder: string;
  let database: TestDatabase;
  let metered: MeteredBackend;
  let document: OpenApiDocument;
  let described: DescribedAnswers;
  let places: Places;
  const cookies = { nobody: '', party: '', admin: '' };

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'siegel-fuzz-'));
    database = await createServiceDatabase();
    metered = await startMetered(
      { DATABASE_URL: database.url, DATA_DIR: join(folder, 'data'), ADMIN_PASSWORD },
      folder,
    );
    const [party, admin] = [metered.backend.browser(), metered.backend.browser()];
    const login = await admin.post('/api/admin/login').send({ password: ADMIN_PASSWORD }).expect(200);
    cookies.admin = String(login.headers['set-cookie']?.[0]).split(';')[0] ?? '';
    const voucher = (await admin.post('/api/admin/vouchers').send({}).expect(201)).body.id;
    const draft = await create(party);
    const unpaid = await signedByBoth(party);
    const { clientSecret } = await openIntent(party, unpaid);
    const made = await party.post('/api/ndas').send(terms).expect(201);
    cookies.party = String(made.headers['set-cookie']?.[0]).split(';')[0] ?? '';
    document = (await party.get('/api/openapi.json').expect(200)).body;
    described = new DescribedAnswers(document);
    places = {
      id: [draft, unpaid],
      party: ['1', '2'],
      clientSecret: [clientSecret],
      '/api/admin/vouchers/{id} id': [voucher],
      '/api/admin/vouchers/{id}/recipient id': [voucher],
    };
  });
  afterAll(async () => {
    await metered.backend.end('SIGTERM');
    await database.drop();
    await rm(folder, { recursive: true, force: true });
  });

  /** Sends a request with Node's own client, because other clients refuse to send many of these requests. */
  const send = ({ method, path, headers, body, as }: FuzzRequest): Promise<Answer> =>
    new Promise((resolve, reject) => {
      const { hostname, port } = new URL(metered.backend.url);
      const sent = httpRequest(
        {
          hostname,
          port,
          path,
          method,
          headers: {
            ...(body === undefined ? {} : { 'content-type': 'application/json' }),
            ...headers,
            ...(cookies[as] === '' ? {} : { cookie: cookies[as] }),
            ...(body === undefined ? {} : { 'content-length': Buffer.byteLength(body) }),
          },
        },
        (answer) => {
          const parts: Buffer[] = [];
          answer.on('data', (part: Buffer) => parts.push(part));
          answer.on('end', () => {
            const { statusCode: status = 0, headers } = answer;
            const text = Buffer.concat(parts).toString();
            const body: unknown = isJson(headers) && text !== '' ? JSON.parse(text) : undefined;
            resolve({ status, headers, text, body });
          });
        },
      );
      sent.on('error', reject);
      sent.end(body);
    });

  function expectAsDescribed({ method, path }: FuzzRequest, answer: Answer): void {
    const { status, text } = answer;
    if (status >= 400) expect(text.length).toBeLessThan(REFUSAL_MAX);
    // The assistant is switched off by the configuration, so this answer is not a fault.
    if (!text.includes('"ai_not_configured"')) expect(status).toBeLessThan(500);
    expect(described.fault(method.toLowerCase(), path, answer)).toBeUndefined();
  }

  it('are answered as described, without an internal error, and within the budget of a request', async () => {
    const statuses = new Set<number>();
    const property = fc.asyncProperty(fuzzRequests(document, places), async (asked) => {
      const answers: Answer[] = [];
      const over = await overBudget(asked.path.split('?')[0] ?? '', async () => {
        const { cost, answer } = await metered.cost(() => send(asked));
        answers.push(answer);
        return cost;
      });
      expect(over).toBeUndefined();
      for (const answer of answers) expectAsDescribed(asked, answer);
      for (const { status } of answers) statuses.add(status);
    });
    await fc.assert(property, { numRuns: tenthUnlessLong(REQUESTS), seed: SEED, endOnFailure: true });
    // All these statuses must occur, because a generator whose requests are all refused would prove nothing.
    for (const met of [200, 400, 401, 403, 404, 409, 415]) expect([...statuses]).toContain(met);
  });
});
