import { CONTINUE_ERRORS, ERRORS, type ErrorCode } from '@siegel/contracts/errors';
import * as fc from 'fast-check';
import type { Response, Test } from 'supertest';
import type TestAgent from 'supertest/lib/agent.js';
import { problem } from '#src/http/testing/problem';
import { BAD_SIGNATURES } from '../faults/bad-signatures.js';
import { isAllRun, fifthUnlessAll, firstUnlessAll } from '#src/platform/testing/only-in-all';
import { ROUTES, type Route } from '../steps/routes.js';
import { terms } from '../steps/samples.js';
import { create, openIntent, read, signedByBoth } from '../steps/steps.js';
import { isLongRun } from '#src/platform/testing/long-run';
import { ADMIN_PASSWORD, startTestBackend, type TestBackend } from '../backend/test-backend.js';

interface Setting {
  readonly browser: TestAgent;
  readonly admin: TestAgent;
  /** Id of an NDA that nobody has signed. */
  readonly draft: string;
  /** Id of an unpaid NDA with an open intent. */
  readonly unpaid: string;
  readonly clientSecret: string;
  readonly voucher: string;
}

/** The token of a link that was never sent. */
const NO_TOKEN = 'x'.repeat(43);

interface Operation {
  readonly requestBody?: { readonly content: object };
}

async function setUp(backend: TestBackend): Promise<Setting> {
  const [browser, admin] = [backend.browser(), backend.browser()];
  await admin.post('/api/admin/login').send({ password: ADMIN_PASSWORD }).expect(200);
  const { body: voucher } = await admin.post('/api/admin/vouchers').send({}).expect(201);
  const unpaid = await signedByBoth(browser);
  const { clientSecret } = await openIntent(browser, unpaid);
  return { browser, admin, draft: await create(browser), unpaid, clientSecret, voucher: voucher.id };
}

/**
 * `npm test` tries all forms of bad input on every twelfth route. It tries only the first form on the other
 * routes.
 */
const FULLY = 12;

describe('bad input', () => {
  let backend: TestBackend;
  let setting: Setting;
  beforeAll(async () => {
    backend = await startTestBackend();
    setting = await setUp(backend);
  });
  afterAll(() => backend.stop());

  function call(route: Route, path = route.path): Test {
    const { browser, admin, draft, unpaid, clientSecret, voucher } = setting;
    const id = route.path.includes('vouchers/')
      ? voucher
      : /sign$|send-email$/.test(route.path)
        ? draft
        : unpaid;
    return (route.as === 'admin' ? admin : browser)[route.method](
      path.replace('{id}', id).replace('{clientSecret}', clientSecret).replace('{token}', NO_TOKEN),
    );
  }
  const text = (route: Route, body: string): Test =>
    call(route).set('content-type', 'application/json').send(body);

  /** Returns everything that a call might have changed. */
  async function state(): Promise<unknown> {
    const { browser, admin, draft, unpaid } = setting;
    const { rows } = await backend.database.pool.query(
      'SELECT count(*)::int AS events FROM event_store.events',
    );
    const vouchers = await admin.get('/api/admin/vouchers').expect(200);
    return [
      rows,
      vouchers.body,
      (await read(browser, draft)).revision,
      (await read(browser, unpaid)).revision,
    ];
  }
  let before: unknown;
  beforeEach(async () => {
    before = await state();
  });
  const expectUnchanged = async (): Promise<void> => expect(await state()).toEqual(before);

  function expectProblem(answer: Response, ...codes: ErrorCode[]): void {
    const found = problem(answer) as { code: ErrorCode; message: string };
    expect(codes).toContain(found.code);
    const ofContinuing: Partial<Record<ErrorCode, { de: string }>> = CONTINUE_ERRORS;
    expect([ERRORS[found.code].de, ofContinuing[found.code]?.de]).toContain(found.message);
    expect(answer.status).toBe(ERRORS[found.code].status);
  }
  /** Expects an error that names the field, in both languages. */
  async function expectField(ask: () => Test, field: string): Promise<void> {
    const [german, english] = [await ask(), await ask().set('accept-language', 'en')];
    for (const [answer, language] of [[german, 'de'] as const, [english, 'en'] as const]) {
      const found = problem(answer) as {
        code: string;
        message: string;
        errors: { field: string; message: string }[];
      };
      expect(found).toMatchObject({
        status: 400,
        code: 'validation_failed',
        message: ERRORS.validation_failed[language],
      });
      expect(found.errors.map((one) => one.field)).toContain(field);
    }
    expect(german.body.errors[0].message).not.toBe(english.body.errors[0].message);
  }

  it('is tested on every call with a body, except calls with files or signed bodies', async () => {
    const { body } = await backend.browser().get('/api/openapi.json').expect(200);
    const described = Object.entries(body.paths as Record<string, object>).flatMap(([path, item]) =>
      Object.entries(item)
        .filter(([method]) => ['post', 'put', 'patch'].includes(method) && !path.startsWith('/api/webhooks/'))
        .filter(
          ([, operation]) => !('application/pdf' in ((operation as Operation).requestBody?.content ?? {})),
        )
        .map(([method]) => `${method} ${path}`),
    );
    expect(ROUTES.map(({ method, path }) => `${method} ${path}`).sort()).toEqual(described.sort());
  });

  // One function reads the bodies of all routes. On most routes it is enough to try the first form of bad
  // input, because that form shows that the route uses the function.
  describe.each(
    ROUTES.filter(({ anyBody }) => !anyBody).map(
      (route, n) => [`${route.method.toUpperCase()} ${route.path}`, route, n % FULLY === 0] as const,
    ),
  )('to %s', (_name, route, fully) => {
    const formsOf = <T>(forms: readonly T[]): readonly T[] => (fully ? forms : firstUnlessAll(forms));

    it('is refused if it is not a JSON object', async () => {
      for (const damaged of formsOf([
        '{"a":',
        '{a: 1}',
        '\u0001',
        '{"a":"b\\u0000c"}',
        '{"__proto__":{"x":1}}',
        '{"constructor":{"prototype":{}}}',
      ])) {
        expectProblem(await text(route, damaged), 'malformed_json');
      }
      if (route.bodyless) return;
      for (const other of formsOf(['[]', '"text"', '12', 'null', 'true', '[[[{}]]]'])) {
        expectProblem(await text(route, other), 'validation_failed');
      }
      await expectUnchanged();
    });

    if (route.bodyless !== true && (fully || isAllRun()))
      it('is refused if it is nested too deeply', async () => {
        const deep = `{"a":${'['.repeat(100_000)}${']'.repeat(100_000)}}`;
        expectProblem(await text(route, deep), 'malformed_json', 'validation_failed');
        expectProblem(
          await text(route, `{"a":${'{"a":'.repeat(50_000)}1${'}'.repeat(50_000)}}`),
          'malformed_json',
          'validation_failed',
        );
        await expectUnchanged();
      });

    it('is refused if it is too large or of another type', async () => {
      expectProblem(await call(route).send({ a: 'x'.repeat(1_000_001) }), 'body_too_large');
      for (const type of formsOf([
        'text/plain',
        'application/x-www-form-urlencoded',
        'multipart/form-data; boundary=x',
        'application/pdf',
      ])) {
        expectProblem(await call(route).set('content-type', type).send('a=b'), 'unsupported_media_type');
      }
      await expectUnchanged();
    });

    it('is refused if it comes from another site', async () => {
      for (const origin of formsOf(['https://evil.example', 'null', 'http://localhost:1'])) {
        expectProblem(await call(route).set('origin', origin).send(route.body), 'foreign_origin');
      }
      expectProblem(await call(route).set('sec-fetch-site', 'cross-site').send(route.body), 'foreign_origin');
      await expectUnchanged();
    });

    const fields = Object.keys(route.body).filter((field) => field !== 'signature');
    if (route.bodyless !== true) {
      it('is reported with the name of its field', async () => {
        await expectField(() => call(route).send({ ...route.body, colour: 'red' }), 'colour');
        for (const field of fields) {
          const wrong = [
            { a: 1 },
            [route.body[field]],
            [],
            12.5,
            typeof route.body[field] === 'boolean' ? 'yes' : true,
          ];
          for (const value of isLongRun() ? wrong : wrong.slice(-2))
            await expectField(() => call(route).send({ ...route.body, [field]: value }), field);
        }
        await expectUnchanged();
      });
    }
  });

  it('may be an impossible id, which is answered like an unknown one', async () => {
    const ids = [
      '1',
      'not-an-id',
      '%00',
      "'%20or%20'1'='1",
      '..%2f..%2fetc%2fpasswd',
      '%F0%9F%92%A9',
      'null',
      'x'.repeat(280),
    ];
    for (const route of ROUTES.filter(({ path }) => path.includes('{'))) {
      for (const id of ids)
        expectProblem(
          await call(route, route.path.replace(/\{\w+\}/, id)).send(route.body),
          'not_found',
          'payment_unknown',
          'invalid_link',
        );
      const long = await call(route, route.path.replace(/\{\w+\}/, 'x'.repeat(5000))).send(route.body);
      expect(long.status).toBeGreaterThanOrEqual(400);
      expect(long.status).toBeLessThan(500);
    }
    const { browser, admin } = setting;
    for (const id of ids) {
      for (const rest of ['', '/agreement', '/pdf', '/signatures/1'])
        expectProblem(await browser.get(`/api/ndas/${id}${rest}`), 'not_found');
      expectProblem(await admin.delete(`/api/admin/vouchers/${id}`), 'not_found');
    }
    await expectUnchanged();
  });

  it.each(Object.entries(BAD_SIGNATURES))(
    'may be an invalid signature, and is then refused: %s',
    async (_what, bad) => {
      const { browser, draft } = setting;
      for (const language of ['de', 'en'] as const) {
        const answer = await browser
          .post(`/api/ndas/${draft}/sign`)
          .set('accept-language', language)
          .send({ partyNumber: '1', signature: bad, signatureMode: 'in-person' });
        expect(problem(answer)).toMatchObject({
          status: 422,
          code: 'invalid_signature',
          message: ERRORS.invalid_signature[language],
        });
      }
      await expectUnchanged();
      const { rows } = await backend.database.pool.query(
        'SELECT count(*)::int AS blobs FROM sealed_blobs WHERE subject = $1',
        [`nda-${draft}`],
      );
      expect(rows).toEqual([{ blobs: 0 }]);
    },
  );

  it('may be a missing signature or one that is not a text, which is refused', async () => {
    const { browser, draft } = setting;
    const asked = (changes: object) =>
      browser
        .post(`/api/ndas/${draft}/sign`)
        .send({ partyNumber: '1', signatureMode: 'in-person', ...changes });
    expectProblem(await asked({}), 'invalid_signature');
    for (const wrong of [12, {}, ['a'], true])
      await expectField(() => asked({ signature: wrong }), 'signature');
    await expectUnchanged();
  });

  it.each([
    ['party1Name', 'Katharina\nBrandstetter'],
    ['party2Name', 'Thomas\u0000'],
    ['party1Company', 'GmbH\u2028AG'],
    ['party2Company', '\u001b[31mrot'],
    ['ideaTitle', 'Titel\rBcc: all@example.org'],
    ['ideaTitle', '\ud800\ud800\ud800'],
    ['ideaTitle', '   ab   '],
    ['ideaDescription', `${'x'.repeat(60)}\u0008`],
    ['party1Email', 'katharina@example.org\r\nBcc: all@example.org'],
    ['party1Email', '\ud800'],
    ['party2Email', 'thomas\udc00@example.org'],
    ['party1Email', '"Katharina" <katharina@example.org>'],
    ['party2Email', `${'x'.repeat(250)}@example.org`],
    ['permittedDisclosures', 'a\u0000b'],
    ['penaltyClause', 'custom:0'],
    ['penaltyClause', 'custom:10000001'],
    ['penaltyClause', 'custom:1e3'],
    ['duration', 'toString'],
    ['geographicScope', '__proto__'],
    ['language', 'fr'],
    ['replaces', "1' OR 1=1"],
  ])('may be an impossible %s, which is refused: %j', async (field, value) => {
    const { browser } = setting;
    const ask = () => browser.post('/api/ndas').send({ ...terms, [field]: value });
    if (value.includes('\u0000')) expectProblem(await ask(), 'malformed_json');
    else await expectField(ask, field);
    await expectUnchanged();
  });

  it('may be an odd header, and then does no harm', async () => {
    const { browser, draft } = setting;
    const odd = {
      'accept-language': ';;q=x,,*',
      'if-none-match': '"\t,',
      'user-agent': '\u00ff\u00fe',
      cookie: 'device=%00%zz; siegel=1',
    };
    for (const [name, value] of Object.entries(odd)) {
      expect((await browser.get(`/api/ndas/${draft}`).set(name, value)).status).toBeLessThan(500);
    }
    const long = await browser.post('/api/ndas').set('idempotency-key', 'k'.repeat(5000)).send({});
    expectProblem(long, 'validation_failed');
    await expectUnchanged();
  });
});

/** Generates any JSON, including lone surrogates, control characters and huge numbers. */
const anyText = fc
  .array(fc.integer({ min: 0, max: 0xffff }), { maxLength: 40 })
  .map((codes) => String.fromCharCode(...codes));
const anyJson = fc.oneof(
  anyText,
  fc.jsonValue(),
  fc.constantFrom<unknown>(
    null,
    true,
    -0,
    1e308,
    2 ** 53,
    '',
    ' ',
    [],
    {},
    '__proto__',
    'custom:9e9',
    '1',
    'de',
    { toString: 1 },
  ),
);
const RUNS = 60;

describe('any JSON at all', () => {
  let backend: TestBackend;
  let setting: Setting;
  beforeAll(async () => {
    backend = await startTestBackend();
    setting = await setUp(backend);
  });
  afterAll(() => backend.stop());

  it.each(ROUTES.map((route) => [`${route.method.toUpperCase()} ${route.path}`, route] as const))(
    'causes no fault in %s',
    async (_name, route) => {
      const { browser, admin, draft, clientSecret, voucher } = setting;
      const path = route.path
        .replace('{id}', route.as === 'admin' ? voucher : draft)
        .replace('{clientSecret}', clientSecret)
        .replace('{token}', NO_TOKEN);
      const changes = fc.dictionary(
        fc.constantFrom(...Object.keys(route.body), 'other', '__proto__'),
        anyJson,
        { maxKeys: 4 },
      );
      const body = fc.oneof(
        { weight: 3, arbitrary: changes.map((some): unknown => ({ ...route.body, ...some })) },
        { weight: 1, arbitrary: anyJson },
      );
      const ask = async (sent: unknown): Promise<void> => {
        const client = route.as === 'admin' ? admin : browser;
        const answer = await client[route.method](path)
          .set('content-type', 'application/json')
          .send(JSON.stringify(sent));
        // The assistant is switched off by the configuration, so this answer is not a fault.
        if (answer.body?.code === 'ai_not_configured') return;
        expect(answer.status).toBeLessThan(500);
        if (answer.status >= 400) problem(answer);
      };
      // Checking a password is expensive on purpose, so the login gets fewer runs.
      await fc.assert(fc.asyncProperty(body, ask), {
        numRuns: route.path.endsWith('login') ? fifthUnlessAll(20) : fifthUnlessAll(RUNS),
      });
    },
  );
});
