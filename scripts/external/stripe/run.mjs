// Runs stripe-mock (https://github.com/stripe/stripe-mock), which validates our calls to Stripe: see
// README.md.
import { spawnSync } from 'node:child_process';
import { copyFileSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import { start } from '../../processes.mjs';
import { freePort } from '../../running-backend.mjs';
import { timeFactor } from '../../time-factor.mjs';
import { root, run as runCommand } from '../../workspace.mjs';
import { MissingToolChain } from '../missing-tool-chain.mjs';
import { nested, Spec } from './spec.mjs';

const PACKAGE = 'github.com/stripe/stripe-mock@v0.203.0';
const folder = join(root, '.cache/external/stripe');
const program = join(folder, process.platform === 'win32' ? 'stripe-mock.exe' : 'stripe-mock');
const description = join(folder, 'spec3.json');
const stamp = join(folder, 'installed.txt');
const READY_MS = 10_000;

/**
 * Members of Stripe's responses that the SDK's types contain, but stripe-mock's older API description does
 * not.
 */
const NEWER = [
  '.payment_record',
  '.source',
  '.intended_submission_method',
  'evidence_details.submission_method',
  'card.electronic_commerce_indicator',
];

async function install() {
  if (existsSync(program) && existsSync(stamp) && readFileSync(stamp, 'utf8') === PACKAGE) return;
  if (spawnSync('go', ['version']).status !== 0) throw new MissingToolChain('needs Go 1.22 or newer');
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  console.log('Building stripe-mock');
  try {
    await runCommand('go', ['install', PACKAGE], { env: { GOBIN: folder } });
  } catch (error) {
    throw new MissingToolChain(`could not be built: ${error.message}`);
  }
  const { stdout } = spawnSync('go', ['mod', 'download', '-json', PACKAGE], { encoding: 'utf8' });
  copyFileSync(join(JSON.parse(stdout).Dir, 'embedded/openapi/spec3.json'), description);
  writeFileSync(stamp, PACKAGE);
}

async function startMock() {
  const [http, https] = [await freePort(), await freePort()];
  const { stop } = start(program, ['-http-addr', `127.0.0.1:${http}`, '-https-addr', `127.0.0.1:${https}`], {
    stdio: 'ignore',
  }); // prettier-ignore
  const url = `http://127.0.0.1:${http}`;
  const end = Date.now() + READY_MS * timeFactor();
  while (!(await fetch(url).catch(() => undefined))) {
    if (Date.now() > end) throw new Error('stripe-mock does not answer');
    await pause(50);
  }
  return { url, stop };
}

const built = (path) => import(pathToFileURL(join(root, 'backend/dist/payments/stripe', path)).href);

/**
 * Makes every call that our Stripe adapter can make, in each state of a payment intent. The calls go to our
 * own double of Stripe, which records them.
 */
async function ourCalls() {
  const { runningStripe } = await built('testing/running-stripe.js');
  const running = await runningStripe();
  const { provider, double, clock } = running;
  let attempt = 0;
  const opened = () => {
    attempt += 1;
    const about = {
      ndaId: '0193a5c0-0000-7000-8000-000000000000',
      party: 1,
      attempt,
      amount: 250,
      currency: 'EUR',
    };
    return provider.open({ ...about, idempotencyKey: `a key:${attempt}` });
  };
  const from = clock.now();
  try {
    const paid = await opened();
    const lookUpAndReopen = () =>
      Promise.all([provider.lookUp(paid.paymentIntentId), provider.reopen(paid.paymentIntentId)]);
    await lookUpAndReopen();
    await running.decline(paid.clientSecret);
    await lookUpAndReopen();
    await running.beginToPay(paid.clientSecret);
    await lookUpAndReopen();
    await running.pay(paid.clientSecret);
    await lookUpAndReopen();
    const refund = double.books.refund(paid.paymentIntentId, 50, 'pending');
    double.books.refund(paid.paymentIntentId, 50);
    double.books.failRefund(refund);
    double.books.closeDispute(double.books.openDispute(paid.paymentIntentId), 'won');
    await lookUpAndReopen();
    const undecided = await opened();
    double.books.confirm({ clientSecret: undecided.clientSecret, card: '4000 0000 0000 7777' });
    await provider.cancel(undecided.paymentIntentId);
    const raced = await opened();
    double.faults.push('none', {
      before: () => double.books.confirm({ ...raced, card: '4242424242424242' }),
    });
    await provider.cancel(raced.paymentIntentId);
    await provider.cancel((await opened()).paymentIntentId);
    await provider.lookUp('pi_none');
    await doctorsCall(double);
    clock.advance(60_000);
    for await (const _ of provider.list({ from, until: clock.now() }));
    return { requests: [...double.requests], events: [...double.events] };
  } finally {
    await running.stop();
  }
}

/** Makes the calls to Stripe that only `siegel doctor` makes. */
async function doctorsCall(double) {
  const { checkPaymentEvents } = await built('../../cli/doctor/payment-events-check.js');
  const publicUrl = 'https://nda.example';
  double.endpoints = [
    { url: `${publicUrl}/api/webhooks/stripe`, status: 'enabled', events: ['payment_intent.succeeded'] },
  ];
  const { secretKey, publishableKey, url: apiBase } = double;
  const config = { publicUrl, stripe: { secretKey, publishableKey, apiBase, webhookSecrets: [] } };
  const { state } = await checkPaymentEvents({ config, withinMs: READY_MS * timeFactor() });
  if (state !== 'warning') throw new Error(`the doctor says ${state} of an endpoint with one event`);
}

/**
 * Sends one of our calls to stripe-mock. @returns a list with stripe-mock's error; empty if the call is
 * accepted
 */
async function accepted(url, { method, path, form, apiVersion }) {
  const text = new URLSearchParams(form).toString();
  const isQuery = method === 'GET';
  const response = await fetch(`${url}${path}${isQuery && text !== '' ? `?${text}` : ''}`, {
    method,
    headers: {
      authorization: 'Bearer sk_test_123',
      'content-type': 'application/x-www-form-urlencoded',
      'stripe-version': apiVersion,
    },
    ...(isQuery ? {} : { body: text }),
  });
  const { error } = await response.json();
  return response.ok ? [] : [`${method} ${path} is refused: ${response.status} ${error?.message}`];
}

function faultsOfRequest(spec, { method, path, form }) {
  const operation = spec.operation(method, path);
  if (operation === undefined) return [`${method} ${path} is unknown`];
  const ofQuery = (operation.parameters ?? []).filter((one) => one.in === 'query');
  const query = {
    type: 'object',
    properties: Object.fromEntries(ofQuery.map(({ name, schema }) => [name, schema])),
    additionalProperties: false,
  };
  const schema =
    method === 'GET' ? query : operation.requestBody.content['application/x-www-form-urlencoded'].schema;
  return spec.faults(schema, nested(form), `${method} ${path}`);
}

function faultsOfAnswer(spec, { method, path, answer }) {
  const { responses } = spec.operation(method, path);
  const { schema } = (responses[answer.status] ?? responses.default).content['application/json'];
  const { object = 'error' } = answer.body;
  return spec.faults(schema, answer.body, object);
}

const faultsOfEvent = (spec, { data: { object }, ...event }) => [
  ...spec.faults({ $ref: '#/components/schemas/event' }, { ...event, data: { object: {} } }, 'event'),
  ...spec.faults({ $ref: `#/components/schemas/${object.object}` }, object, object.object),
];

/** Tests the checker itself. Each of these values has one deliberate fault, which the checker must find. */
function missedFaults(sent, said) {
  const seen = [
    faultsOfRequest(sent, {
      method: 'POST',
      path: '/v1/payment_intents',
      form: { amount: 'x', currency: 'eur' },
    }),
    faultsOfRequest(sent, { method: 'GET', path: '/v1/payment_intents', form: { 'created[since]': '1' } }),
    faultsOfRequest(sent, {
      method: 'POST',
      path: '/v1/payment_intents',
      form: { amount: '1', currency: 'eur', 'payment_method_options[card][colour]': 'red' },
    }),
    said.faults(
      { $ref: '#/components/schemas/refund' },
      { object: 'refund', id: 're_1', colour: 'red' },
      'refund',
    ),
  ];
  return seen.flatMap((faults, n) =>
    faults.length > 0 ? [] : [`the check misses the deliberate fault ${n}`],
  );
}

/** @throws Error that lists every fault */
export async function run() {
  await install();
  const whole = JSON.parse(readFileSync(description, 'utf8'));
  const sent = new Spec(whole, { isForm: true });
  const said = new Spec(whole, { newer: NEWER });
  const { requests, events } = await ourCalls();
  const { url, stop } = await startMock();
  const faults = missedFaults(sent, said);
  try {
    for (const request of requests) {
      faults.push(...(await accepted(url, request)));
      faults.push(...faultsOfRequest(sent, request), ...faultsOfAnswer(said, request));
    }
  } finally {
    await stop();
  }
  for (const event of events) faults.push(...faultsOfEvent(said, event));
  const kinds = new Set(requests.map(({ method, path }) => `${method} ${path.replace(/pi_\w+/, ':id')}`));
  console.log(
    `${requests.length} calls of ${kinds.size} kinds, ${events.length} events, by ${whole.info.version}`,
  );
  if (kinds.size < 7) faults.push(`only ${[...kinds].join(', ')} were tested`);
  if (faults.length > 0) throw new Error([...new Set(faults)].join('\n'));
}
