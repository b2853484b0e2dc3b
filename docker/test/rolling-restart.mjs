// Tests restarts without downtime. Two backends run behind a real nginx with the cluster's configuration.
// They are restarted one after the other. Each restart begins as soon as the other backend is ready again.
// Meanwhile simulated people read the site's data and create agreements. Each answer must have status 200 or
// 201.
import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { Agent, request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { requireNode, root, run } from '../../scripts/workspace.mjs';
import { freePort, startBackend } from '../../scripts/running-backend.mjs';
import { runs } from '../../scripts/tier.mjs';
import { startNginx } from './real-nginx.mjs';

const PEOPLE = 8;
/** The same value as in docker-compose.cluster.yml. */
const DRAIN_SECONDS = '3';
/** Each round restarts both backends. */
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

const agent = new Agent({ keepAlive: true, maxSockets: PEOPLE });
function call(method, path, body) {
  return new Promise((resolve, reject) => {
    const headers = { host: `localhost:${port}`, ...(body ? { 'content-type': 'application/json' } : {}) };
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

const backends = [];
let front;
try {
  backends.push(...(await Promise.all(places.map(startOne))));
  front = await startNginx(port, {
    file: 'upstream.cluster.conf',
    hosts: places.map((place, at) => [`backend-${at + 1}:3000`, `127.0.0.1:${place.port}`]),
  });
  const people = Array.from({ length: PEOPLE }, person);
  for (let round = 0; round < ROUNDS; round += 1) {
    for (const [at, place] of places.entries()) {
      doing = `backend ${at + 1} stops`;
      await backends[at].stop();
      doing = `backend ${at + 1} starts`;
      backends[at] = await startOne(place);
    }
  }
  over = true;
  await Promise.all(people);
} finally {
  over = true;
  agent.destroy();
  await front?.stop();
  await Promise.all(backends.map((backend) => backend.stop()));
  await database.stop();
  rmSync(folder, { recursive: true, force: true });
}
console.log(`answers by status: ${JSON.stringify(counts)}`);
if (faults.length > 0) {
  console.error(faults.slice(0, 20).join('\n'));
  process.exitCode = 1;
}
