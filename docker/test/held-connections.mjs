// Checks nginx's limits on connections and bodies: a client that holds connections keeps nobody else out, and
// each refusal is a problem document in the client's language.
import assert from 'node:assert/strict';
import { renameSync } from 'node:fs';
import { connect } from 'node:net';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { timeFactor } from '../../scripts/time-factor.mjs';
import { GATEWAY, PROXY } from './recorded-addresses.mjs';

/** More connections than nginx held before it had a limit of its own. */
const MANY = 2_100;
const CALLS_OF_ONE = 64;
const BODIES_OF_ONE = 16;
const DOCUMENTS_OF_ONE = 3;
/** Milliseconds until nginx must have closed a connection without a header, on an idle machine. */
const CLOSED_MS = 30_000;
/** A request that announces a body, and sends only its first byte. */
const unfinished = (path, headers = {}) =>
  `POST ${path} HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: 20000\r\n${Object.entries(
    headers,
  )
    .map(([name, value]) => `${name}: ${value}\r\n`)
    .join('')}\r\n{`;

async function until(what, condition) {
  const end = Date.now() + CLOSED_MS * timeFactor();
  while (!condition()) {
    if (Date.now() > end) throw new Error(`timed out: ${what}`);
    await pause(20);
  }
}

/** Opens connections that send a text and then wait. Resolves when all have sent their text. */
async function hold(port, count, { from, text }) {
  const sockets = [];
  const answers = [];
  let open = 0;
  await Promise.all(
    Array.from(
      { length: count },
      () =>
        new Promise((resolve, reject) => {
          const socket = connect({ port, host: '127.0.0.1', localAddress: from });
          sockets.push(socket);
          socket.once('error', reject);
          socket.once('connect', () => {
            open += 1;
            socket.on('error', () => undefined);
            socket.write(text, resolve);
          });
          socket.once('data', (data) => answers.push(data.toString('utf8')));
          socket.once('close', () => (open -= 1));
        }),
    ),
  );
  return {
    answers,
    open: () => open,
    release: () => {
      for (const socket of sockets) socket.destroy();
    },
  };
}

/** Expects that of `count` connections all but `kept` are refused as too many. */
async function expectRefusals(port, { count, kept, ...given }) {
  const held = await hold(port, count, given);
  try {
    await until(`${count - kept} refusals`, () => held.answers.length >= count - kept);
    assert.equal(held.answers.length, count - kept);
    for (const answer of held.answers) {
      assert.match(answer, /^HTTP\/1\.1 429 /);
      assert.match(answer, /"code":"rate_limited"/);
    }
  } finally {
    held.release();
  }
}

/**
 * Calls while one address holds many connections without a header.
 * @returns the statuses; undefined if nginx closed some of the connections before all calls were answered
 */
async function callBesideMany({ call, port }) {
  const held = await hold(port, MANY, { from: '127.0.0.1', text: 'GET / HTTP/1.1\r\nHost: x\r\nX: ' });
  try {
    const statuses = [];
    for (const path of ['/api/site', '/faq', '/create']) statuses.push((await call(path)).status);
    const isProven = held.open() === MANY;
    await until('nginx closes them', () => held.open() === 0);
    return isProven ? statuses : undefined;
  } finally {
    held.release();
  }
}

async function connectionChecks(service, terms) {
  const { check, call, port } = service;
  await check(
    'connections of one address that send no whole header keep no other client out, and end soon',
    async () => {
      // On a busy machine, nginx may close the first ones before the last one is open.
      let statuses;
      for (let tries = 0; statuses === undefined && tries < 4; tries += 1)
        statuses = await callBesideMany(service);
      assert.deepEqual(statuses, [200, 200, 200]);
    },
  );

  await check('one address has few unfinished bodies, and others can still send theirs', async () => {
    const others = { from: '127.0.0.5', text: unfinished('/api/ndas') };
    const held = await hold(port, BODIES_OF_ONE, others);
    await expectRefusals(port, { count: 20, kept: 0, ...others });
    assert.equal((await call('/api/ndas', { method: 'POST', body: terms })).status, 201);
    assert.equal((await call('/api/site', { localAddress: others.from })).status, 200);
    held.release();
  });

  await check('one address sends few large documents at the same time', () =>
    expectRefusals(port, {
      count: 8,
      kept: DOCUMENTS_OF_ONE,
      from: '127.0.0.6',
      text: unfinished('/api/verify'),
    }),
  );

  await check(
    'a /64 network of IPv6 counts as one client, and a client without an address as none',
    async () => {
      const text = (address) => unfinished('/api/ndas', { 'X-Forwarded-For': address });
      const first = await hold(port, 10, { from: PROXY, text: text('2001:db8:1:2::a') });
      const another = { count: 10, from: PROXY };
      const kept = BODIES_OF_ONE - 10;
      await expectRefusals(port, { ...another, kept, text: text('2001:db8:1:2:ffff:1:2:3') });
      await expectRefusals(port, { ...another, kept: 10, text: text('2001:db8:1:3::a') });
      await expectRefusals(port, { count: 40, kept: 40, from: GATEWAY, text: unfinished('/api/ndas') });
      first.release();
    },
  );
}

async function callChecks({ check, call, backend }) {
  await check('one address has few calls in progress, and the others are answered', async () => {
    backend.child.kill('SIGSTOP');
    const calls = Array.from({ length: CALLS_OF_ONE + 6 }, () =>
      call('/api/site', { localAddress: '127.0.0.7' }),
    );
    const statuses = [];
    for (const one of calls) one.then(({ status }) => statuses.push(status));
    try {
      await until('six refusals', () => statuses.length >= 6);
      assert.deepEqual(statuses, Array(6).fill(429));
    } finally {
      backend.child.kill('SIGCONT');
    }
    const answered = (await Promise.all(calls)).filter(({ status }) => status === 200);
    assert.equal(answered.length, CALLS_OF_ONE);
  });
}

const problemOf = ({ status, headers, body }) => {
  assert.match(headers['content-type'], /application\/problem\+json/);
  return { status, ...JSON.parse(body) };
};

async function bodyChecks({ check, call, folder }, terms) {
  const { ERRORS } = await import('../../contracts/dist/errors.js');
  const sized = (bytes) => ({ title: 'x'.repeat(bytes) });

  await check(
    'a body that is too large is refused in both languages, by the backend if possible',
    async () => {
      for (const [language, bytes, path] of [
        ['de', 1_050_000, '/api/ndas'],
        ['en', 1_050_000, '/api/ndas'],
        ['de', 1_200_000, '/api/ndas'],
        ['en', 1_200_000, '/api/ndas'],
        ['en', 20_000, '/faq'],
        ['de', 20_000, '/sign/some-token'],
      ]) {
        const headers = { 'accept-language': language };
        const answer = await call(path, { method: 'POST', body: sized(bytes), headers });
        const { status, code, message } = problemOf(answer);
        assert.deepEqual(
          { path, bytes, status, code, message },
          { path, bytes, status: 413, code: 'body_too_large', message: ERRORS.body_too_large[language] },
        );
      }
      // The check of documents accepts more.
      const headers = { 'content-type': 'application/pdf' };
      const { status } = await call('/api/verify', { method: 'POST', body: sized(9_900_000), headers });
      assert.equal(status, 200);
    },
  );

  await check('a folder of bodies that takes no more is reported as unavailable', async () => {
    const [place, aside] = [join(folder, 'client_body'), join(folder, 'aside')];
    renameSync(place, aside);
    const headers = { 'accept-language': 'en' };
    const answer = await call('/api/ndas', { method: 'POST', body: sized(100_000), headers });
    renameSync(aside, place);
    assert.deepEqual([problemOf(answer).status, problemOf(answer).message], [503, ERRORS.unavailable.en]);
  });

  await check('the backend gets the host and the port that the client names', async () => {
    const origin = { origin: 'http://siegel.lan:8123' };
    const answers = ['siegel.lan:8123', 'siegel.lan', 'siegel.lan:81'].map((host) =>
      call('/api/ndas', { method: 'POST', body: terms, headers: { ...origin, host } }),
    );
    const statuses = (await Promise.all(answers)).map(({ status }) => status);
    assert.deepEqual(statuses, [201, 403, 403]);
  });
}

/** @param service with `check`, `call`, `port`, the `backend`, and nginx's `folder` */
export async function limitChecks(service) {
  const { SAMPLES } = await import('../../contracts/dist/testing/sample-terms.js');
  await connectionChecks(service, SAMPLES.en);
  await callChecks(service);
  await bodyChecks(service, SAMPLES.en);
}
