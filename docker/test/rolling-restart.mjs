// Tests restarts without downtime. First, two backends run behind a real nginx with the cluster's
// configuration. The backends are restarted one after the other. Each restart begins as soon as the other
// backend is ready again. After that, the backends keep running, and two nginx with that configuration run
// behind a third nginx. These two nginx are replaced one after the other, with the commands of
// docs/operations/upgrading.md. During all restarts, simulated people read the site's data and create
// agreements. Each response must have status 200 or 201.
//
// A reload of nginx may close a connection that it has just accepted, before it reads the request. Several
// worker processes end at a reload, so this may even happen twice in a row. So while the third nginx is
// reloaded, a person repeats a call that got no response, with the same Idempotency-Key, until it gets one.
// There may be at most one repetition for each reload, on average.
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { Agent, request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { requireNode, root, run } from '../../scripts/workspace.mjs';
import { freePort, startBackend } from '../../scripts/running-backend.mjs';
import { runs } from '../../scripts/tier.mjs';
import { startFront } from './front-nginx.mjs';
import { startNginx } from './real-nginx.mjs';

const PEOPLE = 8;
/** The same value as in docker-compose.cluster.yml. */
const DRAIN_SECONDS = '3';
/** Number of rounds. Each round restarts both backends, or replaces both nginx. */
const ROUNDS = runs('long') ? 6 : 1;

requireNode();
const { SAMPLES } = await import('../../contracts/dist/testing/sample-terms.js');
const { startEmbeddedPostgres } = await import('../../backend/dist/platform/embedded-postgres/embedded.js');
const { silentLogger } = await import('../../backend/dist/platform/logging/logger.js');

const folder = mkdtempSync(join(tmpdir(), 'siegel-rolling-'));
const database = await startEmbeddedPostgres({ dataDir: join(folder, 'database'), logger: silentLogger });
const dataDirs = ['one', 'two'].map((name) => join(folder, name));
const siegel = join(root, 'backend/dist/cli/main.js');
await run(process.execPath, [
  siegel,
  'secrets:make',
  dataDirs[0],
  '--database',
  join(folder, 'password'),
  '--database-host',
  'unused',
]);
cpSync(dataDirs[0], dataDirs[1], { recursive: true });

const port = await freePort();
/** Ports of the two nginx that are replaced. */
const ports = [await freePort(), await freePort()];
/** Each of the two nginx is left out and taken back once in each round. */
const RELOADS = ROUNDS * ports.length * 2;
const places = await Promise.all(dataDirs.map(async (dataDir) => ({ dataDir, port: await freePort() })));
const startOne = (place) =>
  startBackend({
    ...place,
    env: {
      DATABASE_URL: database.url,
      TRUST_PROXY: '127.0.0.1',
      PUBLIC_URL: `http://localhost:${port}`,
      DRAIN_SECONDS,
    },
  });

/** The number of answers with each status. Faulty answers are also listed in `faults`. */
const counts = {};
const faults = [];
let doing = 'starting';
let over = false;

/**
 * An nginx that reloads its configuration may close a connection while the client's next request is on its
 * way. A browser repeats such a request, but these simulated people do not. In the part of the test that
 * reloads nginx, they therefore open a new connection for each request.
 */
const agents = {
  backends: new Agent({ keepAlive: true, maxSockets: PEOPLE }),
  fronts: new Agent({ keepAlive: false, maxSockets: PEOPLE }),
};
let agent = agents.backends;
/** The number of repetitions of calls that got no response. */
let repeated = 0;
const NO_RESPONSE = ['ECONNRESET', 'EPIPE'];

async function call(method, path, body) {
  const key = randomUUID();
  for (;;) {
    try {
      return await callOnce(method, path, { body, key });
    } catch (error) {
      if (agent !== agents.fronts || !NO_RESPONSE.includes(error.code) || repeated === RELOADS) throw error;
      repeated += 1;
    }
  }
}

function callOnce(method, path, { body, key }) {
  return new Promise((resolve, reject) => {
    const own = body ? { 'content-type': 'application/json', 'idempotency-key': key } : {};
    const headers = { host: `localhost:${port}`, ...own };
    const outgoing = request({ agent, host: '127.0.0.1', port, path, method, headers }, (answer) => {
      let text = '';
      answer.on('data', (chunk) => (text += chunk));
      answer.on('end', () => resolve({ status: answer.statusCode, text }));
    });
    outgoing.on('error', reject);
    outgoing.end(body);
  });
}

async function person() {
  while (!over) {
    const calls = [
      ['GET', '/api/site'],
      ['POST', '/api/ndas', JSON.stringify(SAMPLES.en)],
    ];
    for (const [method, path, body] of calls) {
      const { status, text } = await call(method, path, body).catch((error) => ({ status: error.message }));
      counts[status] = (counts[status] ?? 0) + 1;
      if (![200, 201].includes(status)) faults.push(`${method} ${path}: ${status} while ${doing}: ${text}`);
    }
  }
}

/** Runs `work` while simulated people use the service. */
async function whilePeopleCall(work) {
  over = false;
  const people = Array.from({ length: PEOPLE }, person);
  await work().finally(() => {
    over = true;
  });
  await Promise.all(people);
}

async function replaceBackends() {
  for (let round = 0; round < ROUNDS; round += 1) {
    for (const [at, place] of places.entries()) {
      doing = `backend ${at + 1} stops`;
      await backends[at].stop();
      doing = `backend ${at + 1} starts`;
      backends[at] = await startOne(place);
    }
  }
}

async function replaceFronts(proxy) {
  for (let round = 0; round < ROUNDS; round += 1) {
    for (const [at, own] of ports.entries()) {
      doing = `nginx ${at + 1} is left out`;
      await proxy.leaveOut(own);
      assert(proxy.isLeftOut(own));
      doing = `nginx ${at + 1} is replaced`;
      await fronts[at].stop();
      fronts[at] = await startClusterNginx(own);
      doing = `nginx ${at + 1} is taken back`;
      await proxy.takeBack(own);
      assert(!proxy.isLeftOut(own));
    }
  }
}

const startClusterNginx = (own) =>
  startNginx(own, {
    file: 'upstream.cluster.conf',
    hosts: places.map((place, at) => [`backend-${at + 1}:3000`, `127.0.0.1:${place.port}`]),
  });

const backends = [];
const fronts = [];
try {
  backends.push(...(await Promise.all(places.map(startOne))));
  fronts.push(await startClusterNginx(port));
  await whilePeopleCall(replaceBackends);
  await fronts.pop().stop();
  agent = agents.fronts;
  for (const own of ports) fronts.push(await startClusterNginx(own));
  const proxy = await startFront(port, ports);
  await whilePeopleCall(() => replaceFronts(proxy)).finally(proxy.stop);
} finally {
  for (const one of Object.values(agents)) one.destroy();
  for (const one of fronts) await one.stop();
  await Promise.all(backends.map((backend) => backend.stop()));
  await database.stop();
  rmSync(folder, { recursive: true, force: true });
}
console.log(`answers by status: ${JSON.stringify(counts)}; repeated: ${repeated}`);
if (faults.length > 0) {
  console.error(faults.slice(0, 20).join('\n'));
  process.exitCode = 1;
}
