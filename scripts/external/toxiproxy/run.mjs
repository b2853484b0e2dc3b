// Uses toxiproxy (https://github.com/Shopify/toxiproxy) to disturb the connections to the database and to the
// mail server: see README.md.
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import setUpPostgres from '../../../backend/src/platform/postgres/testing/global-setup.mjs';
import tearDownPostgres from '../../../backend/src/platform/postgres/testing/global-teardown.mjs';
import { start } from '../../processes.mjs';
import { freePort, startBackend } from '../../running-backend.mjs';
import { timeFactor } from '../../time-factor.mjs';
import { root, run as runCommand } from '../../workspace.mjs';
import { MissingToolChain } from '../missing-tool-chain.mjs';
import { Journey } from './journey.mjs';
import { TOXICS, Way } from './toxics.mjs';

const PACKAGE = 'github.com/Shopify/toxiproxy/v2/cmd/server@v2.5.0';
const folder = join(root, '.cache/external/toxiproxy');
const program = join(folder, process.platform === 'win32' ? 'server.exe' : 'server');
const stamp = join(folder, 'installed.txt');

const SECONDS = Number(process.env.TOXIPROXY_SECONDS ?? 30);
const ONLY = process.env.TOXIPROXY_ONLY?.split(',') ?? ['database', 'mail'];
/**
 * Maximum number of milliseconds until the service is ready again (`READY_MS`), and until started work is
 * done (`DONE_MS`).
 */
const READY_MS = 5_000;
const DONE_MS = 60_000;
/**
 * Milliseconds after which every mail that was not sent must be scheduled for a retry. If it is unknown
 * whether a mail was sent, a check of that must be scheduled instead.
 */
const SOON_MS = 15_000;
/** Types of events that an agreement's stream may contain at most once. */
const ONCE = ['NdaCreated', 'Party1Signed', 'Party2Signed', 'NdaCompleted', 'PaymentSucceeded', 'NdaSent'];

async function install() {
  if (existsSync(program) && existsSync(stamp) && readFileSync(stamp, 'utf8') === PACKAGE) return;
  if (spawnSync('go', ['version']).status !== 0) throw new MissingToolChain('needs Go 1.17 or newer');
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  console.log('Building toxiproxy');
  try {
    await runCommand('go', ['install', PACKAGE], { env: { GOBIN: folder } });
  } catch (error) {
    throw new MissingToolChain(`could not be built: ${error.message}`);
  }
  writeFileSync(stamp, PACKAGE);
}

const built = (path) => import(pathToFileURL(join(root, path)).href);

async function until(isSo, ms, everyMs = 50) {
  const began = Date.now();
  while (!(await isSo())) {
    if (Date.now() - began > ms * timeFactor()) return undefined;
    await pause(everyMs);
  }
  return Date.now() - began;
}

async function startToxiproxy() {
  const port = await freePort();
  const api = `http://127.0.0.1:${port}`;
  const { stop } = start(program, ['-host', '127.0.0.1', '-port', String(port)], { stdio: 'ignore' });
  const answers = () =>
    fetch(`${api}/version`).then(
      ({ ok }) => ok,
      () => false,
    ); // prettier-ignore
  if ((await until(answers, 10_000)) === undefined) throw new Error('toxiproxy does not answer');
  return { api, stop };
}

/** Starts the service with its own database and mail server, both behind toxiproxy. */
async function startWorld(closing) {
  await setUpPostgres();
  closing.push(() => tearDownPostgres());
  const { createTestDatabase } = await built('backend/dist/platform/postgres/testing/test-database.js');
  const database = await createTestDatabase();
  closing.push(() => database.drop());
  const { smtpServer } = await built('backend/dist/mail/testing/smtp-server.js');
  const received = [];
  const mailServer = smtpServer(received, () => undefined);
  await new Promise((resolve) => mailServer.listen(0, '127.0.0.1', resolve));
  closing.push(() => new Promise((resolve) => mailServer.close(resolve)));
  const toxiproxy = await startToxiproxy();
  closing.push(() => toxiproxy.stop());
  const ways = { database: new Way(toxiproxy.api, 'database'), mail: new Way(toxiproxy.api, 'mail') };
  const url = new URL(database.url);
  const host = await ways.database.open(url.host);
  const smtp = await ways.mail.open(`127.0.0.1:${mailServer.address().port}`);
  const backend = await startBackend({
    env: {
      DATABASE_URL: Object.assign(url, { host }).href,
      SMTP_URL: `smtp://${smtp}?ignoreTLS=true`,
      MAIL_FROM: 'Siegel <nda@siegel.example>',
    },
  });
  closing.push(() => backend.stop());
  const { EXAMPLES } = await built('contracts/dist/examples.js');
  return { database, received, ways, backend, examples: EXAMPLES };
}

/**
 * Starts a journey every second while the connection is disturbed and restored.
 * @returns all journeys, and the milliseconds until the service was ready again
 */
async function travel({ backend, examples }, way, toxic) {
  const over = new AbortController();
  const journeys = [];
  const travelling = [];
  await way.spoil(toxic);
  const end = Date.now() + SECONDS * 1_000;
  const mended = pause(1_000 * Math.min(SECONDS, toxic?.seconds ?? SECONDS)).then(async () => {
    await way.mend(toxic);
    return until(() => fetch(`${backend.url}/health/ready`).then(({ ok }) => ok), DONE_MS);
  });
  while (Date.now() < end) {
    const journey = new Journey(backend.url, examples, `${Date.now()}-${journeys.length}`);
    journeys.push(journey);
    travelling.push(journey.go(over.signal));
    await pause(1_000);
  }
  const readyMs = await mended;
  const timer = setTimeout(() => over.abort(), DONE_MS * timeFactor());
  await Promise.all(travelling);
  clearTimeout(timer);
  return { journeys, readyMs };
}

const messageId = ({ data }) => /^Message-ID: (.+)$/im.exec(data)?.[1];

/**
 * Waits until all mails are sent.
 * @returns the number of mails that the mail server received, but whose confirmation was lost
 */
async function settle({ database: { pool }, received }, ids) {
  const isDone = async () => {
    const sent = await pool.query("SELECT 1 FROM ndas WHERE status = 'sent' AND id = ANY($1)", [ids]);
    return sent.rowCount === ids.length && (await pool.query('SELECT 1 FROM owed_jobs')).rowCount === 0;
  };
  await until(isDone, SOON_MS);
  const { rows } = await pool.query('SELECT message_id AS id FROM accepted_mails WHERE accepted_at IS NULL');
  const unknown = new Set(rows.map(({ id }) => id));
  const lostAnswers = new Set(received.map(messageId).filter((id) => unknown.has(id))).size;
  await pool.query(
    "UPDATE accepted_mails SET begun_at = begun_at - interval '10 minutes' WHERE accepted_at IS NULL",
  );
  await pool.query('UPDATE owed_jobs SET run_at = now() WHERE worker IS NULL');
  await until(isDone, DONE_MS);
  return lostAnswers;
}

/** Returns one line for each event type of `ONCE` that a stream contains more than once. */
async function doubledFacts({ database: { pool } }, ids) {
  const { rows } = await pool.query(
    `SELECT stream, type FROM event_store.events
     WHERE stream = ANY($1) AND split_part(type, '.', 1) = ANY($2) GROUP BY 1, 2 HAVING count(*) > 1`,
    [ids.map((id) => `nda-${id}`), ONCE],
  );
  return rows.map(({ stream, type }) => `${type} twice in ${stream}`);
}

/** The whole header line, so that it distinguishes the kinds of mails that go to one address. */
const subject = ({ data }) => /^Subject: .+(?:\r?\n[ \t].+)*/im.exec(data)?.[0];

/** Number of mails that each party gets: Party 1 the order and the document, Party 2 the document. */
const MAILS = [2, 1];

function countMails(received, journeys) {
  const kinds = journeys.flatMap(({ addresses }) =>
    addresses.map((address) => {
      const mails = received.filter(({ to }) => to.includes(`<${address}>`));
      return [...new Set(mails.map(subject))].map((one) => mails.filter((mail) => subject(mail) === one));
    }),
  );
  const copies = kinds.flat().map((mails) => mails.map(messageId));
  return {
    mails: copies.flat().length,
    lost: kinds.reduce((sum, found, n) => sum + Math.max(0, MAILS[n % MAILS.length] - found.length), 0),
    doubled: copies.reduce((sum, ids) => sum + Math.max(0, ids.length - 1), 0),
    renamed: copies.filter((ids) => new Set(ids).size > 1).length,
  };
}

/** @returns one line for each failure */
async function tryOne(world, name, toxicName) {
  const { journeys, readyMs } = await travel(world, world.ways[name], TOXICS[toxicName]);
  const ids = journeys.flatMap(({ id }) => id ?? []);
  const lostAnswers = await settle(world, ids);
  const unsent = await world.database.pool.query(
    "SELECT id FROM ndas WHERE status <> 'sent' AND id = ANY($1)",
    [ids],
  );
  const { mails, lost, doubled, renamed } = countMails(world.received, journeys);
  const all = (kind) => journeys.flatMap((journey) => journey[kind]);
  const [notFound, afterStored, failed] = [all('notFound'), all('afterStored'), all('failed')];
  // Mails may be sent twice only if the connection to the mail server is disturbed, because only then can a
  // confirmation get lost.
  const mayDouble = name === 'mail' ? lostAnswers : 0;
  const late = readyMs === undefined || readyMs > READY_MS * timeFactor();
  const ready = readyMs === undefined ? 'never ready again' : `ready after ${(readyMs / 1000).toFixed(1)} s`;
  console.log(
    `${name}/${toxicName}: ${journeys.length} journeys, ${mails} mails, ${lost} lost, ${doubled} doubled for ${lostAnswers} lost answers, ` +
      `${notFound.length} times 404, ${afterStored.length} errors after a stored act, ${failed.length} failed, ${ready}`,
  );
  return [
    ...notFound,
    ...afterStored,
    ...failed,
    ...(await doubledFacts(world, ids)),
    ...unsent.rows.map(({ id }) => `${id} was not sent`),
    ...(lost > 0 ? [`${lost} mails were lost`] : []),
    ...(doubled > mayDouble ? [`${doubled} mails were doubled for ${mayDouble} lost answers`] : []),
    ...(renamed > 0 ? [`${renamed} mails came again under another Message-ID`] : []),
    ...(late ? [ready] : []),
  ].map((failure) => `${name}/${toxicName}: ${failure}`);
}

export async function run() {
  const asked = ['database', 'mail'].flatMap((way) =>
    Object.keys(TOXICS)
      .filter((toxic) => ONLY.includes(way) || ONLY.includes(`${way}/${toxic}`))
      .map((toxic) => [way, toxic]),
  );
  if (asked.length === 0) throw new Error(`TOXIPROXY_ONLY names nothing: ${ONLY.join(',')}`);
  await install();
  const closing = [];
  try {
    const world = await startWorld(closing);
    const failures = [];
    for (const [way, toxic] of asked) failures.push(...(await tryOne(world, way, toxic)));
    if (failures.length > 0) throw new Error(failures.join('\n'));
  } finally {
    for (const close of closing.reverse()) await close();
  }
}
