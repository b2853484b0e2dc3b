// npm run test:nginx: runs the real nginx configuration in a real nginx in front of a built backend. Needs
// nginx on the machine (Debian: `nginx-light`).
import assert from 'node:assert/strict';
import { readdirSync, readFileSync, rmSync } from 'node:fs';
import { request } from 'node:http';
import { join } from 'node:path';
import { buildBackend, buildFrontend, install, requireNode } from '../../scripts/workspace.mjs';
import { startBackend } from '../../scripts/running-backend.mjs';
import { connectionLimitChecks } from './held-connections.mjs';
import { nginx, startNginx } from './real-nginx.mjs';
import { bodyChecks } from './refused-bodies.mjs';
import { addressChecks, TRUSTING, FORGED } from './recorded-addresses.mjs';

const PORT = 18_080;
/** A loopback address. The tests use it as the address of a browser on another machine. */
const CLIENT = '127.0.0.2';
/** Headers that nginx must pass on unchanged from the backend. */
const SAME_HEADERS = [
  'content-type',
  'content-encoding',
  'content-security-policy',
  'cache-control',
  'etag',
  'vary',
  'x-robots-tag',
];

if (nginx === undefined) {
  console.error('nginx was not found. On Debian: apt-get install nginx-light');
  process.exit(1);
}

/**
 * Sends a request to nginx over the loopback interface. By default, the request comes from the address that
 * the tests use for a client on another machine.
 */
function call(path, { method = 'GET', body, headers = {}, port = PORT, localAddress = CLIENT } = {}) {
  return new Promise((resolve, reject) => {
    const text = body === undefined ? undefined : JSON.stringify(body);
    const outgoing = request(
      {
        host: '127.0.0.1',
        port,
        path,
        method,
        localAddress,
        headers: {
          host: `localhost:${PORT}`,
          ...(text === undefined ? {} : { 'content-type': 'application/json' }),
          ...headers,
        },
      },
      (answer) => {
        const chunks = [];
        answer.on('data', (chunk) => chunks.push(chunk));
        answer.on('end', () =>
          resolve({ status: answer.statusCode, headers: answer.headers, body: Buffer.concat(chunks) }),
        );
      },
    );
    outgoing.on('error', reject);
    outgoing.end(text);
  });
}

let passed = 0;
let failed = 0;
async function check(name, work) {
  try {
    await work();
    passed += 1;
  } catch (error) {
    failed += 1;
    console.error(`FAILED: ${name}\n${error.message}\n`);
  }
}

requireNode();
await install();
await buildBackend();
await buildFrontend();
const { PAGES } = await import('../../contracts/dist/pages.js');
const backend = await startBackend({
  env: { TRUST_PROXY: '127.0.0.1', PUBLIC_URL: `http://localhost:${PORT}` },
});
let front;
try {
  front = await startNginx(PORT, {
    file: 'upstream.conf',
    hosts: [['backend:3000', `127.0.0.1:${new URL(backend.url).port}`]],
    env: TRUSTING,
  });

  await addressChecks({ check, call, backend, client: CLIENT });
  await connectionLimitChecks({ check, call, backend, port: PORT, folder: front.folder });
  await bodyChecks({ check, call, folder: front.folder });

  await check('pages, assets and unknown addresses', async () => {
    // nginx must return the same documents and headers as the backend, in every encoding.
    const paths = [
      ...Object.values(PAGES).map((page) => page.path.replace(/:\w+/, 'some-token').replace('/*', '')),
      '/no-such-page',
      '/robots.txt',
      '/sitemap.xml',
      '/manifest.webmanifest',
    ];
    const asked = paths.flatMap((path) =>
      ['', '?lang=de', '?lang=en', '?lang=fr', '?from=mail&lang=en'].flatMap((query) =>
        ['', 'gzip', 'br, gzip'].map((encoding) => ({ path: `${path}${query}`, encoding })),
      ),
    );
    for (const { path, encoding } of asked) {
      const headers = { 'accept-encoding': encoding };
      const own = await call(path, { headers, port: new URL(backend.url).port });
      const passed = await call(path, { headers });
      const which = `${path} in '${encoding}'`;
      assert.equal(passed.status, own.status, which);
      assert(passed.body.equals(own.body), which);
      for (const name of SAME_HEADERS)
        assert.equal(passed.headers[name], own.headers[name], `${which}: ${name}`);
    }
    const refused = await call('/faq', { headers: { 'accept-encoding': 'gzip, br;q=0' } });
    assert.equal(refused.headers['content-encoding'], undefined);
    const script = /src="(\/assets\/[^"]+\.js)"/.exec((await call('/')).body.toString())?.[1];
    assert.equal((await call(script)).headers['cache-control'], 'public, max-age=31536000, immutable');
    assert.equal((await call('/favicon.svg')).headers['cache-control'], 'no-cache');
  });

  await check('files of another version come from its backend', async () => {
    const script = /src="(\/assets\/[^"]+\.js)"/.exec((await call('/')).body.toString())?.[1];
    rmSync(join(front.folder, 'html', script));
    const { status, headers } = await call(script);
    assert.deepEqual([status, headers['cache-control']], [200, 'public, max-age=31536000, immutable']);
  });

  await check(
    'a page with a token is never cached, however its address is written, nor is a 404',
    async () => {
      const spellings = [
        '/sign/some-token',
        '/%73ign/some-token',
        '//sign/some-token',
        '/./sign/some-token/',
        '/dispute/some-token',
        '/%63ontinue/some-token',
        '/reminders/some-token',
      ];
      for (const path of [...spellings, '/remote-signature/some-token', '/remote%2Dsignature/some-token']) {
        const { headers } = await call(path);
        assert.deepEqual([path, headers['cache-control']], [path, 'no-store']);
      }
      for (const path of ['/sign/some-token/more', '/%73ign/some-token/more', '/assets/none.js']) {
        const { status, headers } = await call(path);
        assert.deepEqual([path, status, headers['cache-control']], [path, 404, 'no-store']);
      }
    },
  );

  await check('the metrics and the development mailbox are not public', async () => {
    for (const path of ['/metrics', '/dev/mailbox', '/dev/mailbox/messages'])
      assert.equal((await call(path)).status, 404, path);
    assert.equal((await call('/health/ready')).status, 200);
  });

  await check('security headers are the backend’s own, once each', async () => {
    const own = await fetch(`${backend.url}/`).then(({ headers }) => headers);
    for (const path of ['/', '/no-such-page', '/sign/some-token', '/api/site', '/metrics']) {
      const { headers } = await call(path);
      for (const [name, value] of own) {
        if (/^(content-security|cross-origin|origin-agent|referrer|x-)/.test(name))
          assert.equal(headers[name], value, `${path} ${name}`);
      }
    }
    const https = await call('/favicon.svg', { headers: { 'x-forwarded-proto': 'https' } });
    assert.equal(https.headers['strict-transport-security'], 'max-age=31536000');
    assert.match(https.headers['content-security-policy'], /;upgrade-insecure-requests$/);
  });

  await check('answers are compressed', async () => {
    const headers = { 'accept-encoding': 'gzip' };
    const style = /href="(\/assets\/[^"]+\.css)"/.exec((await call('/')).body.toString())?.[1];
    for (const path of ['/', '/create', style, '/api/openapi.json'])
      assert.equal((await call(path, { headers })).headers['content-encoding'], 'gzip', path);
  });

  await check('an unchanged answer is 304', async () => {
    const { headers } = await call('/');
    assert.equal((await call('/', { headers: { 'if-none-match': headers.etag } })).status, 304);
  });

  await check('many spellings of one address have one entry in the cache', async () => {
    const kept = () =>
      readdirSync(join(front.folder, 'documents'), { recursive: true }).filter((file) => /\w{32}$/.test(file))
        .length;
    await call('/faq?lang=en');
    const before = kept();
    for (const path of [
      '/faq/?lang=en',
      '/faq?lang=en&utm=1',
      '/%66aq?x&lang=en',
      '//faq?lang=en',
      '/create?a=1',
    ])
      assert.equal((await call(path)).status, 200, path);
    assert.equal(kept(), before);
  });

  await check(
    'an unreachable backend is reported in the requested language, and documents stay available',
    async () => {
      // Sends SIGTERM and not SIGKILL, because the backend's PostgreSQL would outlive a killed backend.
      backend.child.kill('SIGTERM');
      await new Promise((resolve) => backend.child.once('exit', resolve));
      for (const path of ['/', '/faq?lang=en', '/verify'])
        assert.deepEqual([path, (await call(path)).status], [path, 200]);
      const page = await call('/create', { headers: { 'accept-language': 'en' } });
      assert.equal(page.status, 503);
      assert.match(page.headers['content-type'], /text\/html/);
      assert.match(page.body.toString(), /<html lang="en">[\s\S]*cannot be reached/);
      const answer = await call('/api/site', { headers: { 'accept-language': 'en' } });
      assert.equal(answer.status, 503);
      assert.match(answer.headers['content-type'], /application\/problem\+json/);
      assert.equal(JSON.parse(answer.body).code, 'unavailable');
      assert.match(JSON.parse(answer.body).message, /cannot be reached/);
      for (const calls of ['remote-signature', 'disputes', 'continue', 'reminders'])
        assert.equal((await call(`/api/${calls}/very-secret-token`)).status, 503);
    },
  );

  await check('no token, id, query or address is in any log', async () => {
    for (const page of ['remote-signature', 'dispute', 'continue', 'reminders'])
      await call(`/${page}/very-secret-token?payment_intent=pi_secret`);
    await call('/nda/0190-secret-id?lang=en', {
      headers: { referer: 'http://localhost/sign/very-secret-token', 'user-agent': 'secret-agent' },
    });
    const logs =
      readFileSync(join(front.folder, 'access.log'), 'utf8') +
      readFileSync(join(front.folder, 'error.log'), 'utf8').replaceAll(/^.*api\/site.*$/gm, '');
    assert.match(logs, /"route":"\/nda"/);
    assert.doesNotMatch(logs, /secret|some-token/);
    const access = readFileSync(join(front.folder, 'access.log'), 'utf8');
    assert(!access.includes(CLIENT) && !access.includes(FORGED));
    for (const line of access.trim().split('\n')) JSON.parse(line);
  });
} catch (error) {
  failed += 1;
  console.error(error);
} finally {
  await front?.stop();
  await backend.stop();
}
console.log(`${passed} passed, ${failed} failed`);
process.exitCode = failed === 0 && passed > 0 ? 0 : 1;
