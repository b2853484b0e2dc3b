// Runs schemathesis (https://schemathesis.readthedocs.io), which derives requests from the API description:
// see README.md.
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import { startBackend } from '../../running-backend.mjs';
import { root, run as runCommand } from '../../workspace.mjs';
import { MissingToolChain } from '../missing-tool-chain.mjs';

const here = join(root, 'scripts/external/schemathesis');
const folder = join(root, '.cache/external/schemathesis');
const requirements = join(here, 'requirements.txt');
const program = join(folder, 'bin/schemathesis');
const stamp = join(folder, 'installed.txt');

const SEED = process.env.SCHEMATHESIS_SEED ?? '20261122';
const EXAMPLES = process.env.SCHEMATHESIS_EXAMPLES ?? '60';
/** Maximum number of milliseconds until a paid agreement has its document. */
const DOCUMENT_MS = 60_000;

/** Operations that cannot answer 2xx here, with the reasons. */
const WITHOUT_SUCCESS = {
  'GET /api/openapi.json': 'the tool reads it first, and does not test it',
  'POST /api/optimize-description': 'no AI provider is configured',
  'POST /api/admin/chat': 'no AI provider is configured',
  ...Object.fromEntries(
    [
      'GET /api/remote-signature/{token}',
      'POST /api/remote-signature/{token}/opened',
      'POST /api/remote-signature/{token}/sign',
      'GET /api/remote-signature/{token}/pdf',
      'POST /api/remote-signature/{token}/create-payment-intent',
      'POST /api/remote-signature/{token}/confirm-payment',
      'POST /api/remote-signature/{token}/apply-voucher',
      'GET /api/disputes/{token}',
      'POST /api/disputes/{token}',
      'POST /api/remote-signature/{token}/payment-consent',
      'POST /api/continue/{token}',
      'POST /api/reminders/{token}/decline',
    ].map((operation) => [operation, 'its link comes only by mail']),
  ),
  'GET /api/reminders/{token}/decline': 'it redirects to a page',
  'POST /api/webhooks/sendgrid': 'no mail provider is configured that could sign a report',
  'POST /api/webhooks/stripe': 'no payment provider is configured that could sign a report',
};

function installed() {
  const wanted = readFileSync(requirements, 'utf8');
  return existsSync(program) && existsSync(stamp) && readFileSync(stamp, 'utf8') === wanted;
}

async function install() {
  if (installed()) return;
  const python = ['python3', 'python'].find(
    (name) =>
      spawnSync(name, ['-c', 'import sys, venv, ensurepip; sys.exit(sys.version_info < (3, 10))']).status ===
      0,
  );
  if (python === undefined) throw new MissingToolChain('needs Python 3.10 or newer with venv');
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  console.log('Installing schemathesis');
  try {
    await runCommand(python, ['-m', 'venv', folder]);
    await runCommand(join(folder, 'bin/pip'), ['install', '--quiet', '--requirement', requirements]);
  } catch (error) {
    throw new MissingToolChain(`could not be installed: ${error.message}`);
  }
  writeFileSync(stamp, readFileSync(requirements, 'utf8'));
}

/** Creates a client that keeps its cookie. The client's calls throw an Error unless the response is 2xx. */
function client(url) {
  let cookie = '';
  const ask = async (method, path, body) => {
    const answer = await fetch(`${url}${path}`, {
      method,
      headers: {
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...(cookie === '' ? {} : { cookie }),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    const text = await answer.text();
    if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${text}`);
    cookie = answer.headers.getSetCookie()[0]?.split(';')[0] ?? cookie;
    return text.startsWith('{') ? JSON.parse(text) : text;
  };
  return { ask, cookie: () => cookie };
}

/** @returns a function that looks up an example request body of the API description by operation and name */
function examplesOf(description) {
  const examples = {};
  for (const item of Object.values(description.paths))
    for (const { operationId, requestBody } of Object.values(item))
      examples[operationId] = requestBody?.content['application/json']?.examples ?? {};
  return (operation, name) => examples[operation][name].value;
}

/**
 * Creates an agreement and takes it through the given number of steps (0 to 4): two signatures, a payment
 * intent, and a confirmed payment.
 */
async function agreement(party, example, steps) {
  const { id } = await party.ask('POST', '/api/ndas', example('createNda', 'draft'));
  const at = `/api/ndas/${id}`;
  if (steps >= 1) await party.ask('POST', `${at}/sign`, example('signNda', 'party1'));
  if (steps >= 2) await party.ask('POST', `${at}/sign`, example('signNda', 'party2'));
  if (steps < 3) return { id };
  const intent = await party.ask(
    'POST',
    `${at}/create-payment-intent`,
    example('createPaymentIntent', 'party1'),
  );
  if (steps < 4) return { id, ...intent };
  const card = example('confirmSandboxPayment', 'succeeds');
  await party.ask('POST', `/api/sandbox/payments/${intent.clientSecret}/confirm`, card);
  await party.ask('POST', `${at}/confirm-payment`, { paymentIntentId: intent.paymentIntentId });
  const until = Date.now() + DOCUMENT_MS;
  while ((await party.ask('GET', at)).status !== 'sent') {
    if (Date.now() > until) throw new Error('the document was not sent');
    await pause(100);
  }
  return { id };
}

/** Creates an agreement that Party 2 signs by link, pays Party 1's share, and waits for the invitation. */
async function invited(party, example) {
  const { id } = await party.ask('POST', '/api/ndas', example('createNda', 'draft'));
  const at = `/api/ndas/${id}`;
  await party.ask('POST', `${at}/sign`, { ...example('signNda', 'party1'), signatureMode: 'remote' });
  const asked = example('createPaymentIntent', 'party1');
  const { clientSecret, paymentIntentId } = await party.ask('POST', `${at}/create-payment-intent`, asked);
  const card = example('confirmSandboxPayment', 'succeeds');
  await party.ask('POST', `/api/sandbox/payments/${clientSecret}/confirm`, card);
  await party.ask('POST', `${at}/confirm-payment`, { paymentIntentId });
  const until = Date.now() + DOCUMENT_MS;
  while ((await party.ask('GET', at)).remoteStatus === null) {
    if (Date.now() > until) throw new Error('Party 2 was not invited');
    await pause(100);
  }
  return id;
}

/** Withdraws from a contract that the service does not know. @returns the id of the admin's obligation */
async function unanswered(party, admin, example) {
  await party.ask('POST', '/api/withdrawals', example('declareWithdrawal', 'bare'));
  const until = Date.now() + DOCUMENT_MS;
  for (;;) {
    const { items } = await admin.ask('GET', '/api/admin/obligations');
    const found = items.find(({ kind }) => kind === 'withdrawal');
    if (found !== undefined) return found.id;
    if (Date.now() > until) throw new Error('the withdrawal is not an obligation');
    await pause(100);
  }
}

/** Creates the data that the requests refer to: vouchers, and one person's agreements at every stage. */
async function prepare(url) {
  const description = await client(url).ask('GET', '/api/openapi.json');
  const example = examplesOf(description);
  const [party, admin] = [client(url), client(url)];
  await admin.ask('POST', '/api/admin/login', example('login', 'password'));
  const stages = [];
  for (const steps of [0, 1, 2, 3, 4]) stages.push(await agreement(party, example, steps));
  const vouchers = [];
  for (let n = 0; n < 9; n += 1) vouchers.push(await admin.ask('POST', '/api/admin/vouchers', {}));
  const ids = vouchers.map(({ id }) => id);
  const drafts = [];
  for (let n = 0; n < 10; n += 1) drafts.push((await agreement(party, example, 0)).id);
  const signed = [];
  for (let n = 0; n < 4; n += 1) signed.push((await agreement(party, example, 2)).id);
  const ordering = await agreement(party, example, 3);
  const remote = [];
  for (let n = 0; n < 6; n += 1) remote.push(await invited(party, example));
  for (const id of remote.slice(4)) await party.ask('POST', `/api/ndas/${id}/cancel-remote-invite`);
  const withdrawal = await unanswered(party, admin, example);
  const places = {
    id: stages.map(({ id }) => id),
    // Each operation gets separate agreements, because a paid agreement cannot be paid again.
    'POST /api/ndas/{id}/create-payment-intent id': signed.slice(0, 2),
    'POST /api/ndas/{id}/apply-voucher id': signed.slice(2),
    'POST /api/ndas/{id}/confirm-payment id': [stages[3].id],
    'POST /api/ndas/{id}/payment-consent id': [ordering.id],
    'POST /api/ndas/{id}/payment-consent paymentIntentId': [ordering.paymentIntentId],
    'POST /api/ndas/{id}/resend-remote-invite id': remote.slice(0, 2),
    'POST /api/ndas/{id}/cancel-remote-invite id': remote.slice(2, 4),
    'POST /api/ndas/{id}/initiate-remote-signature id': remote.slice(4),
    'GET /api/admin/withdrawals/{id} id': [withdrawal],
    paymentIntentId: [stages[3].paymentIntentId],
    'POST /api/ndas/{id}/sign id': drafts,
    clientSecret: [stages[3].clientSecret],
    voucherCode: vouchers.slice(3).map(({ code }) => code),
    'PATCH /api/admin/vouchers/{id}/recipient id': ids.slice(0, 2),
    'DELETE /api/admin/vouchers/{id} id': [ids[2]],
  };
  return { places, cookies: { party: party.cookie(), admin: admin.cookie() } };
}

/** Runs schemathesis as one caller. @returns true if no check failed */
async function tryAs(who, cookie, url, env) {
  console.log(`As ${who}`);
  const args = [
    '--config-file',
    join(here, 'schemathesis.toml'),
    'run',
    `${url}/api/openapi.json`,
    '--seed',
    SEED,
    '--max-examples',
    EXAMPLES,
    // A login or logout would end the admin's session.
    ...(who === 'the admin' ? ['--exclude-operation-id', 'login', '--exclude-operation-id', 'logout'] : []),
    ...(cookie === '' ? [] : ['--header', `Cookie: ${cookie}`]),
  ];
  try {
    await runCommand(program, args, { loud: true, cwd: folder, env });
    return true;
  } catch {
    return false;
  }
}

/** Returns the operations that never answered 2xx, although they could have. */
function neverSucceeded(description, notes) {
  const succeeded = new Set();
  for (const line of readFileSync(notes, 'utf8').trim().split('\n')) {
    const [label, status] = JSON.parse(line);
    if (status >= 200 && status < 300) succeeded.add(label);
  }
  return Object.entries(description.paths)
    .flatMap(([path, item]) => Object.keys(item).map((method) => `${method.toUpperCase()} ${path}`))
    .filter((label) => !succeeded.has(label) && !(label in WITHOUT_SUCCESS));
}

export async function run() {
  await install();
  const notes = join(folder, 'answers.jsonl');
  rmSync(notes, { force: true });
  const { EXAMPLES } = await import(pathToFileURL(join(root, 'contracts/dist/examples.js')).href);
  // This is the password in the login example, so that the example works.
  const backend = await startBackend({ env: { ADMIN_PASSWORD: EXAMPLES.login.password.password } });
  try {
    const { places, cookies } = await prepare(backend.url);
    const env = {
      SCHEMATHESIS_HOOKS: 'hooks',
      PYTHONPATH: here,
      SIEGEL_PLACES: JSON.stringify(places),
      SIEGEL_NOTES: notes,
    };
    const failed = [];
    for (const [who, cookie] of [
      ['nobody', ''],
      ['a party', cookies.party],
      ['the admin', cookies.admin],
    ])
      if (!(await tryAs(who, cookie, backend.url, env))) failed.push(who);
    const missing = neverSucceeded(await client(backend.url).ask('GET', '/api/openapi.json'), notes);
    const failures = [
      ...failed.map((who) => `checks failed as ${who}`),
      ...missing.map((label) => `never answered 2xx: ${label}`),
    ];
    if (failures.length > 0) throw new Error(failures.join('\n'));
  } finally {
    await backend.stop();
  }
}
