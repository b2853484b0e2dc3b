import { X509Certificate } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Response, Test } from 'supertest';
import type { TestDatabase } from '#src/platform/postgres/testing/test-database';
import { type BudgetCall, type BudgetCalls, prepareBudgetCalls } from '../observed/budget-calls.js';
import { type MeteredBackend, overBudget, startMetered } from '../observed/budget.js';
import { HOSTILE_ASN1, hostileSeals, pdfWithSignatures } from '../faults/hostile-asn1.js';
import { type BodySchema, hostileBodies, longest, longestPiles } from '../faults/hostile-bodies.js';
import { SIGNATURES_MAX } from '#src/pades/read-signature';
import { isLongRun } from '#src/platform/testing/long-run';
import { until } from '#src/platform/testing/until';
import { ADMIN_PASSWORD } from '../backend/test-backend.js';
import { createServiceDatabase } from '../backend/service-database.js';

const ERROR_BYTES = 64_000;
const KEPT_BYTES = 20_000_000;
const PDF = '/api/ndas/{id}/pdf';

type Method = 'get' | 'post' | 'patch' | 'delete';
interface Operation {
  readonly requestBody?: {
    readonly content: Readonly<Record<string, { readonly schema: { readonly $ref?: string } }>>;
  };
}
interface Description {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  readonly components: { readonly schemas: Readonly<Record<string, BodySchema>> };
}

/**
 * Calls that are refused although they are valid, because something is not configured or does not exist yet,
 * or because the password is wrong.
 */
const REFUSED: ReadonlySet<string> = new Set([
  'post /api/optimize-description by somebody',
  'post /api/admin/chat by somebody',
  'post /api/webhooks/sendgrid by somebody',
  'post /api/webhooks/stripe by somebody',
  'post /api/continue/{token} by somebody',
  // The next two calls name a payment intent and a withdrawal that do not exist.
  'post /api/ndas/{id}/payment-consent by somebody',
  'get /api/admin/withdrawals/{id} by somebody',
  'post /api/admin/login by a stranger',
  // The call does not name a revision.
  'get /api/audit/ndas/{id}/at by somebody',
]);
/** Calls that need a link from a mail. */
const BY_LINK = /^\w+ \/api\/(?:remote-signature|disputes|reminders)\/\{token\}/;

/** Hostile parts of a request, except bodies, by name. */
const HOSTILE: Readonly<Record<string, (test: Test) => Test>> = {
  'a long query': (test) => test.query('a&b&'.repeat(3_000)),
  'many parameters': (test) => test.query(Array.from({ length: 2_000 }, (_, n) => `p${n}`).join('&')),
  languages: (test) => test.set('accept-language', 'de,'.repeat(4_000)),
  tags: (test) => test.set('if-none-match', '"a",'.repeat(3_000)),
  ranges: (test) => test.set('range', `bytes=${'0-1,'.repeat(3_000)}0-1`),
  cookies: (test) => test.set('cookie', Array.from({ length: 1_500 }, (_, n) => `c${n}=b`).join('; ')),
  'a long value': (test) => test.set('idempotency-key', 'x'.repeat(12_000)),
};

/**
 * Returns the hostile parts that are tried on a route. In `test:long` these are all parts. In `npm test`
 * these are two of the seven parts, chosen so that each part is tried on many routes.
 */
const shareOf = <One>(route: number, all: readonly One[]): readonly One[] =>
  isLongRun() ? all : all.filter((_, at) => [0, 3].includes((at + route) % 7));

/**
 * True if the backend was too slow to send the document. The longest document takes seconds of CPU in a
 * thread of low priority. On a busy machine this takes longer than a response may take.
 */
const isLate = ({ status, body }: Response): boolean => status === 503 && body?.code === 'unavailable';

function firstOf(ways: ReadonlyMap<string, () => Promise<BudgetCall>>): Promise<BudgetCall> {
  const [way] = ways.values();
  return way === undefined ? missing() : way();
}
const missing = (): never => {
  throw new Error('there is no such call');
};

describe('one request', () => {
  let folder: string;
  let database: TestDatabase;
  let metered: MeteredBackend;
  let calls: BudgetCalls;
  let description: Description;
  /** Number of bytes of memory in use after the last call. */
  let keptBefore: number;

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'siegel-budget-'));
    database = await createServiceDatabase();
    metered = await startMetered(
      { DATABASE_URL: database.url, DATA_DIR: join(folder, 'data'), ADMIN_PASSWORD },
      folder,
    );
    description = (await metered.backend.browser().get('/api/openapi.json').expect(200)).body;
    calls = await prepareBudgetCalls(
      metered.backend,
      schemaOf(description.paths['/api/ndas']?.['post']) ?? {},
    );
    // A thread's first document costs many times as much as its next documents.
    for (const way of [...calls.of('get', PDF).values()].flatMap((one) => [one, one, one]))
      await until(async () => !isLate(await asked('get', PDF, await way())));
    keptBefore = await metered.kept();
  });
  afterAll(async () => {
    await metered.backend.end('SIGTERM');
    await database.drop();
    await rm(folder, { recursive: true, force: true });
  });

  const schemaOf = (operation: Operation | undefined): BodySchema | undefined => {
    const name = operation?.requestBody?.content['application/json']?.schema.$ref?.split('/').at(-1);
    return name === undefined ? undefined : description.components.schemas[name];
  };
  const asked = (method: Method, path: string, { by, names }: BudgetCall): Test =>
    by[method](path.replaceAll(/\{(\w+)\}/g, (_, name: string) => names[name] ?? '1')).ok(() => true);

  const expectNoFault = (name: string, { status, body, text }: Response): void => {
    const fault = status >= 500 && body?.code !== 'ai_not_configured' ? [status, body?.code] : undefined;
    const tooLong = status >= 400 && (text ?? '').length > ERROR_BYTES;
    expect({ name, fault, tooLong }).toEqual({ name, fault: undefined, tooLong: false });
  };

  interface Asking {
    readonly path: string;
    /** Prepares the call. Runs before each try. */
    readonly way: () => Promise<BudgetCall>;
    readonly send: (call: BudgetCall) => PromiseLike<Response>;
    /** True if the call must succeed, so that its whole cost is measured. */
    readonly succeeds?: boolean;
  }
  async function expectWithin(name: string, { path, way, send, succeeds = false }: Asking): Promise<void> {
    const over = await overBudget(path, async () => {
      const call = await way();
      const { cost, answer } = await until(async () => {
        const one = await metered.cost(() => send(call));
        return path === PDF && isLate(one.answer) ? undefined : one;
      });
      expectNoFault(name, answer);
      if (succeeds && !REFUSED.has(name) && !BY_LINK.test(name))
        expect([name, answer.status < 400]).toEqual([name, true]);
      return cost;
    });
    expect({ name, over }).toEqual({ name, over: undefined });
  }

  /** Expects that the memory in use grows only a little during `work`. */
  async function expectLittleKept(name: string, work: () => Promise<void>): Promise<void> {
    await work();
    const kept = await metered.kept();
    const grown = kept - keptBefore;
    keptBefore = kept;
    expect({ name, grown, kept: grown < KEPT_BYTES }).toEqual({ name, grown, kept: true });
  }

  interface Described {
    readonly method: Method;
    readonly path: string;
    readonly name: string;
    readonly ways: ReadonlyMap<string, () => Promise<BudgetCall>>;
    /** Schema of the call's JSON body; undefined if it has none. */
    readonly schema: BodySchema | undefined;
  }
  const operations = (): Described[] =>
    Object.entries(description.paths).flatMap(([path, item]) =>
      Object.entries(item).map(([method, operation]): Described => {
        const name = `${method} ${path}`;
        return {
          method: method as Method,
          path,
          name,
          ways: calls.of(method, path),
          schema: schemaOf(operation),
        };
      }),
    );

  it('with a body does not block others, on any route', async () => {
    for (const [route, { method, path, name, ways, schema }] of operations().entries()) {
      if (schema === undefined) continue;
      const post = (call: BudgetCall, body: string): Test =>
        asked(method, path, call).set('content-type', 'application/json').send(body);
      await expectLittleKept(name, async () => {
        for (const [who, way] of ways) {
          const legal = (call: BudgetCall) => post(call, JSON.stringify(call.body));
          await expectWithin(`${name} by ${who}`, { path, way, send: legal, succeeds: true });
          for (const fill of [longest, longestPiles]) {
            const long = (call: BudgetCall) => post(call, JSON.stringify(fill(call.body, schema)));
            await expectWithin(`${name} by ${who}: ${fill.name}`, { path, way, send: long });
          }
        }
        const call = await firstOf(ways);
        for (const [what, body] of shareOf(route, Object.entries(hostileBodies(call.body, schema))))
          await expectWithin(`${name}: ${what}`, {
            path,
            way: async () => call,
            send: () => post(call, body),
          });
      });
    }
  });

  it('with a hostile address or headers does not block others', async () => {
    for (const [route, { method, path, name, ways, schema }] of operations().entries()) {
      const send = (call: BudgetCall): Test => {
        const test = asked(method, path, call);
        if (path === '/api/verify' && method === 'post')
          return test.type('application/pdf').send(calls.document);
        return schema === undefined ? test : test.send(call.body);
      };
      await expectLittleKept(name, async () => {
        if (schema === undefined)
          for (const [who, way] of ways)
            await expectWithin(`${name} by ${who}`, { path, way, send, succeeds: true });
        const call = await firstOf(ways);
        for (const [what, spoil] of shareOf(route, Object.entries(HOSTILE)))
          await expectWithin(`${name}: ${what}`, {
            path,
            way: async () => call,
            send: () => spoil(send(call)),
          });
      });
    }
  });

  it('with a file does not block others', async () => {
    const { method, path, ways } = operations().find(({ name }) => name === 'post /api/verify') ?? missing();
    for (const [what, unit] of Object.entries({
      zeros: '\0',
      brackets: '<<[(',
      dictionaries: '1 0 obj<</Type/Sig/ByteRange[0 1 2 3]/Contents<00>>>endobj\n',
      streams: '1 0 obj<</Length 9/Filter/FlateDecode>>stream\nx\nendstream endobj\n',
      references: 'startxref\n0\n%%EOF\nxref\n0 1\n',
    })) {
      const bytes = Buffer.concat([Buffer.from('%PDF-1.7\n'), Buffer.alloc(9_900_000, unit)]);
      const send = (call: BudgetCall): Test => asked(method, path, call).type('application/pdf').send(bytes);
      const name = `a file of ${what}`;
      await expectLittleKept(name, () => expectWithin(name, { path, way: () => firstOf(ways), send }));
    }
  });

  it('with a file of hostile signatures does not block others', async () => {
    const { method, path, ways } = operations().find(({ name }) => name === 'post /api/verify') ?? missing();
    const { text: pem } = await metered.backend.browser().get('/api/verify/certificates').expect(200);
    const own = new X509Certificate(pem).raw;
    for (const [what, cms] of Object.entries({ ...HOSTILE_ASN1, ...hostileSeals(own) }))
      for (const count of [1, SIGNATURES_MAX]) {
        const bytes = pdfWithSignatures(...Array.from({ length: count }, () => cms));
        const send = (call: BudgetCall): Test =>
          asked(method, path, call).type('application/pdf').send(bytes);
        const name = `a file of ${count} with ${what}`;
        await expectLittleKept(name, () =>
          expectWithin(name, { path, way: () => firstOf(ways), send, succeeds: true }),
        );
      }
  });
});
