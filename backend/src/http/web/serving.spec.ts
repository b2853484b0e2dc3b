import { type Page, PAGES } from '@siegel/contracts/pages';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import request from 'supertest';
import { sampleSite } from '@siegel/contracts/testing/sample-site';
import { createTestDatabase, type TestDatabase } from '../../platform/postgres/testing/test-database.js';
import { Documents } from './documents.js';
import { CACHING } from './frontend.js';
import { answerFor } from './site-answers.js';
import { isLoopback } from '../callers/loopback.js';
import { STRIPE_SOURCES } from '../../payments/stripe/browser-sources.js';
import { contentPolicy } from './security-headers.js';
import { createTestApp, HTTP_MIGRATIONS, type TestApp } from '../testing/test-app.js';

let folder: string;
let database: TestDatabase;
let test: TestApp;
let broken = false;
const documents = new Documents(
  {
    renderFile: (options) => JSON.stringify(options),
    renderPage: ({ page, asked }) =>
      `<!doctype html><title>${page} ${asked ?? 'none'}</title>${'<p>words</p>'.repeat(500)}`,
  },
  { site: sampleSite, origin: 'https://siegel.example', analytics: 'tab', month: () => '2026-11' },
);
const PAYING_POLICY = contentPolicy(false, STRIPE_SOURCES);
let warning: string | undefined;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'siegel frontend-'));
  await mkdir(join(folder, 'assets'));
  await writeFile(
    join(folder, 'assets', 'index-a1b2c3.js'),
    `export const words = '${'lorem '.repeat(1000)}';`,
  );
  const script = await readFile(join(folder, 'assets', 'index-a1b2c3.js'));
  await writeFile(join(folder, 'assets', 'index-a1b2c3.js.br'), brotliCompressSync(script));
  await writeFile(join(folder, 'assets', 'index-a1b2c3.js.gz'), gzipSync(script));
  await mkdir(join(folder, '.vite'));
  await writeFile(join(folder, '.vite/manifest.json'), '{}');
  await writeFile(join(folder, 'favicon.svg'), '<svg xmlns="http://www.w3.org/2000/svg"/>');
  database = await createTestDatabase({ migrations: HTTP_MIGRATIONS });
  const probes = [
    { name: 'database', check: async () => void (await database.pool.query('SELECT 1')) },
    { name: 'store', check: () => (broken ? Promise.reject(new Error('gone')) : Promise.resolve()) },
  ];
  test = await createTestApp({
    database,
    env: { METRICS_TOKEN: 'a-long-token' },
    http: {
      frontend: { folder, documents, payingPolicy: PAYING_POLICY },
      probes,
      warnings: [() => warning, () => undefined],
    },
  });
});
afterAll(async () => {
  await test.close();
  await database.drop();
  await rm(folder, { recursive: true });
});

describe('the built frontend', () => {
  it('allows the card provider only under its own host names', () => {
    const added = PAYING_POLICY.split(';').filter((part) => !contentPolicy(false).split(';').includes(part));
    expect(added).toEqual([
      "connect-src 'self' https://api.stripe.com",
      'frame-src https://js.stripe.com https://*.js.stripe.com https://hooks.stripe.com',
      "script-src 'self' https://js.stripe.com https://*.js.stripe.com",
    ]);
  });

  it('shares no browsing context with other origins, even on pages with payment', async () => {
    for (const path of ['/', '/create', '/sign/abc', '/admin/dashboard']) {
      const { headers } = await request(test.server).get(path).expect(200);
      expect([path, headers['cross-origin-opener-policy']]).toEqual([path, 'same-origin']);
    }
  });

  it.each([
    '/',
    '/create',
    '/nda/018f/sign',
    '/sign/abc',
    '/remote-signature/abc',
    '/faq',
    '/faq/',
    '/admin/dashboard',
  ])('has the page %s', async (path) => {
    const response = await request(test.server).get(path).expect(200);
    expect(response.headers['content-type']).toMatch('text/html');
    expect(response.text).not.toContain('<title>notFound');
  });

  it.each(Object.entries<Page>(PAGES))('has %s of the table', async (id, { path, cache, index }) => {
    const address = path.replace(/:\w+/, 'a-1').replace('/*', '');
    const { headers, text } = await request(test.server).get(address).expect(200);
    expect(text).toContain(`<title>${id} none</title>`);
    expect(headers['cache-control']).toBe(CACHING[cache]);
    expect(headers['x-robots-tag']).toBe(index ? undefined : 'noindex');
  });

  it.each(Object.entries<Page>(PAGES))(
    'names foreign sources in %s only if it has payment',
    async (id, page) => {
      const address = page.path.replace(/:\w+/, 'a-1').replace('/*', '');
      const paying = page.pays ? PAYING_POLICY : contentPolicy(false);
      const first = await request(test.server).get(address).expect(200);
      expect(first.headers['content-security-policy']).toBe(paying);
      // A browser applies the headers of a 304 response to the page in its cache, so the 304 must have the
      // right policy.
      const again = await request(test.server)
        .get(address)
        .set('if-none-match', String(first.headers['etag']));
      expect([id, again.status, again.headers['content-security-policy']]).toEqual([id, 304, paying]);
    },
  );

  it.each([
    ['/robots.txt', 'text/plain; charset=utf-8', 'robots.txt', undefined],
    ['/sitemap.xml', 'application/xml; charset=utf-8', 'sitemap.xml', undefined],
    [
      '/manifest.webmanifest?lang=en',
      'application/manifest+json; charset=utf-8',
      'manifest.webmanifest',
      'en',
    ],
  ])('has %s', async (path, type, file, asked) => {
    const { headers, text } = await request(test.server).get(path).buffer(true).expect(200);
    expect(text).toBe(JSON.stringify({ file, asked, origin: 'https://siegel.example' }));
    expect(headers).toMatchObject({ 'content-type': type, 'cache-control': 'no-cache' });
    expect(headers['x-robots-tag']).toBeUndefined();
  });

  it('names the security contact (RFC 9116)', async () => {
    const { headers, text } = await request(test.server).get('/.well-known/security.txt').expect(200);
    expect(text).toContain('Contact: mailto:post@siegel.example\n');
    expect(headers).toMatchObject({
      'content-type': 'text/plain; charset=utf-8',
      'cache-control': 'no-cache',
    });
    await request(test.server).get('/.well-known/another').expect(404);
  });

  it('does not serve files that one build step leaves for the next', async () => {
    const { text } = await request(test.server).get('/.vite/manifest.json').expect(404);
    expect(text).toContain('<title>notFound');
  });

  it('answers all other addresses with its not-found page, which proxies must not store', async () => {
    const { headers, text } = await request(test.server).get('/nowhere/at/all').expect(404);
    expect(text).toContain('<title>notFound none</title>');
    expect(headers).toMatchObject({ 'cache-control': 'no-cache', 'x-robots-tag': 'noindex' });
  });

  it.each([
    'constructor',
    '__proto__',
    '%5F%5Fproto%5F%5F',
    '%63onstructor',
    'toString',
    'valueOf',
    'hasOwnProperty',
    'isPrototypeOf',
    '__defineGetter__',
    'constructor/',
  ])('answers /%s, a name that every object inherits, with its not-found page', async (name) => {
    const logged = test.logs.length;
    const { text } = await request(test.server).get(`/${name}`).expect(404);
    expect(text).toContain('<title>notFound none</title>');
    const english = await request(test.server).get(`/${name}?lang=en`).expect(404);
    expect(english.text).toContain('<title>notFound en</title>');
    await request(test.server)
      .head(`/${name}`)
      .expect(404)
      .expect('content-type', /text\/html/);
    expect(test.logs.slice(logged).filter(({ level }) => level === 'error')).toEqual([]);
  });

  it('uses the language that the address names if the site has it', async () => {
    for (const [query, asked] of [
      ['?lang=en', 'en'],
      ['?lang=de', 'de'],
      ['?lang=fr', 'none'],
      ['?lang=en&lang=de', 'none'],
    ])
      expect((await request(test.server).get(`/faq${query}`)).text).toContain(`<title>faq ${asked}<`);
  });

  it('answers 304 if the page is unchanged in the requested encoding', async () => {
    const ask = (encoding: string, known?: string): request.Test =>
      request(test.server)
        .get('/faq')
        .set({ 'accept-encoding': encoding, ...(known === undefined ? {} : { 'if-none-match': known }) });
    const { headers } = await ask('br').expect(200);
    const tag = String(headers['etag']);
    await ask('br', tag).expect(304);
    await ask('br', `"another", W/${tag}`).expect(304);
    await ask('gzip', tag).expect(200);
    await ask('br', '"another"').expect(200);
  });

  it('caches hashed files permanently', async () => {
    const file = await request(test.server).get('/assets/index-a1b2c3.js').expect(200);
    expect(file.headers['cache-control']).toBe('public, max-age=31536000, immutable');
    await request(test.server).get('/favicon.svg').expect('content-type', /svg/);
  });

  it('is served in compressed form, in an encoding that the browser accepts', async () => {
    for (const encoding of ['br', 'gzip']) {
      const page = await request(test.server).get('/').set('accept-encoding', encoding);
      expect(page.headers).toMatchObject({ 'content-encoding': encoding, vary: 'accept-encoding' });
      expect(page.headers['content-type']).toMatch('text/html');
      const { headers } = await request(test.server).head('/').set('accept-encoding', encoding);
      expect(headers['content-encoding']).toBe(encoding);
    }
    const plain = await request(test.server).get('/').set('accept-encoding', 'identity').expect(200);
    expect(plain.headers).toMatchObject({ vary: 'accept-encoding' });
    expect(plain.headers['content-encoding']).toBeUndefined();
    await request(test.server).get('/favicon.svg').set('accept-encoding', 'br').expect(200);
    const script = await request(test.server).get('/assets/index-a1b2c3.js').set('accept-encoding', 'br');
    expect(script.headers['content-encoding']).toBe('br');
    for (const name of ['/assets/index-a1b2c3.js.br', '/assets/index-a1b2c3.js.gz'])
      await request(test.server).get(name).expect(404);
  });

  it('supports ranges and conditions, and refuses the ones that it cannot meet', async () => {
    const file = '/assets/index-a1b2c3.js';
    const plain = { 'accept-encoding': 'identity' };
    const { headers } = await request(test.server).get(file).set(plain);
    const ask = (name: string, value: string) =>
      request(test.server)
        .get(file)
        .set({ ...plain, [name]: value });
    await ask('range', 'bytes=0-5').expect(206, 'export');
    const beyond = await ask('range', 'bytes=999999-').expect(416);
    expect(beyond.headers['content-range']).toMatch(/^bytes \*\/\d+$/);
    await ask('if-none-match', String(headers['etag'])).expect(304);
    await ask('if-match', '"another"').expect(412);
    await ask('if-match', '*').expect(200);
    await ask('if-unmodified-since', 'Thu, 01 Jan 1970 00:00:00 GMT').expect(412);
    await ask('if-modified-since', 'nonsense').expect(200);
    await ask('range', 'lines=1').expect(200);
  });

  it('finds a page by any spelling of its path', async () => {
    const secret = await request(test.server).get('/%73ign/abc').expect(200);
    expect(secret.headers['cache-control']).toBe('no-store');
    const { headers } = await request(test.server).get('/%61pi/none').expect(404);
    expect(headers['content-type']).toMatch('application/problem+json');
    await request(test.server)
      .get('/api%3Fx')
      .expect(404)
      .expect('content-type', /text\/html/);
  });

  it('answers 405 for another method at the address of a page or a file, and 404 elsewhere', async () => {
    for (const path of ['/', '/faq', '/faq/', '/sign/abc', '/favicon.svg', '/robots.txt'])
      for (const method of ['delete', 'post', 'put', 'options'] as const) {
        const answer = await request(test.server)[method](path);
        expect([path, method, answer.status, answer.headers['allow']]).toEqual([
          path,
          method,
          405,
          'GET, HEAD',
        ]);
        expect(answer.body).toMatchObject({ code: 'method_not_allowed' });
      }
    for (const path of ['/nowhere', '/constructor', '/assets/index-old.js', '/api/none'])
      await request(test.server).delete(path).expect(404);
  });

  it('never answers for the API, for a file that no longer exists or for one outside its folder', async () => {
    for (const path of ['/api/none', '/dev/none', '/health/none', '/assets/index-old.js']) {
      const response = await request(test.server).get(path).expect(404);
      expect(response.headers['content-type']).toBe('application/problem+json; charset=utf-8');
    }
    const outside = await request(test.server).get('/..%2f..%2fetc%2fpasswd');
    expect(outside.text).not.toContain('root:');
    expect(answerFor(new Set(['favicon.svg']), '/../etc/passwd')).toEqual({ kind: 'page', page: 'notFound' });
  });
});

describe('health', () => {
  it('lives', () => request(test.server).get('/health/live').expect(200, { status: 'up' }));

  it('names the failed checks', async () => {
    await request(test.server)
      .get('/health/ready')
      .expect(200, { status: 'up', checks: { database: 'up', store: 'up' } });
    broken = true;
    await request(test.server)
      .get('/health/ready')
      .expect(503, { status: 'down', checks: { database: 'up', store: 'down' } });
    broken = false;
  });

  it('stays ready and shows a warning', async () => {
    warning = 'ends soon';
    await request(test.server)
      .get('/health/ready')
      .expect(200, { status: 'up', checks: { database: 'up', store: 'up' }, warnings: ['ends soon'] });
    warning = undefined;
  });
});

describe('metrics', () => {
  it('are served to this machine and to callers with the token', async () => {
    const get = (headers: Record<string, string>): request.Test =>
      request(test.server).get('/metrics').set(headers);
    const own = await get({}).expect(200);
    expect(own.text).toContain('http_request_duration_seconds_bucket');
    expect(own.text).toContain('process_resident_memory_bytes');
    for (const name of ['x-forwarded-for', 'x-forwarded-proto', 'x-cluster-client-ip', 'cf-connecting-ip'])
      await get({ [name]: '203.0.113.9' }).expect(404);
    await get({ host: 'nda.example' }).expect(404);
    await get({ host: 'nda.example', authorization: 'Bearer a-long-token' }).expect(200);
    await get({ authorization: 'Bearer wrong' }).expect(404);
  });

  it('contain routes, not addresses', async () => {
    await request(test.server).get('/sign/a-secret-token');
    const { text } = await request(test.server).get('/metrics');
    expect(text).not.toContain('a-secret-token');
  });

  it('recognise this machine by its connection only', () => {
    const from = (remoteAddress: string, headers: Record<string, string>): boolean =>
      isLoopback({ socket: { remoteAddress }, headers } as unknown as Parameters<typeof isLoopback>[0]);
    expect(from('::1', { host: 'localhost:3000' })).toBe(true);
    expect(from('::ffff:127.0.0.1', { host: '[::1]:3000' })).toBe(true);
    expect(from('127.8.9.10', { host: '127.0.0.1:3000' })).toBe(true);
    for (const elsewhere of [
      '10.0.0.1',
      '::ffff:10.0.0.1',
      '::127.0.0.1',
      '::ffff:7f00:1',
      '2001:db8::1',
      '',
    ])
      expect(from(elsewhere, { host: 'localhost' })).toBe(false);
    expect(from('127.0.0.1', { host: 'localhost.evil.example' })).toBe(false);
    expect(from('127.0.0.1', {})).toBe(false);
  });
});
