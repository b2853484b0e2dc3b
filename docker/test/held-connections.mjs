// Checks nginx's limits on connections. A client that holds many connections must not keep other clients out.
import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { timeFactor } from '../../scripts/time-factor.mjs';
import { GATEWAY, PROXY } from './recorded-addresses.mjs';

/** More connections than nginx could hold before its configuration set a limit. */
const MANY = 2_100;
const CALLS_OF_ONE = 64;
const BODIES_OF_ONE = 16;
const DOCUMENTS_OF_ONE = 3;
const FILES_OF_ONE = 256;
/** Size of a file that does not fit into the buffers of a connection. */
const LARGE = 64_000_000;
/**
 * Maximum number of milliseconds until nginx closes a connection without a complete header, on an idle
 * machine.
 */
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

/**
 * Opens one connection for each text, and sends the text on that connection. Resolves when all texts are
 * sent. Nothing more is sent on these connections, and only the beginning of each answer is read.
 */
async function hold(port, from, texts) {
  const sockets = [];
  const answers = [];
  let open = 0;
  const begin = (text) =>
    new Promise((resolve, reject) => {
      const socket = connect({ port, host: '127.0.0.1', localAddress: from });
      sockets.push(socket);
      socket.once('error', reject);
      socket.once('connect', () => {
        open += 1;
        socket.on('error', () => undefined);
        socket.write(text, resolve);
      });
      socket.once('data', (data) => {
        answers.push(data.toString('utf8'));
        // Reads nothing more, so that the connection stays in use.
        socket.pause();
      });
      socket.once('close', () => (open -= 1));
    });
  await Promise.all(texts.map(begin));
  return {
    answers,
    open: () => open,
    release: () => {
      for (const socket of sockets) socket.destroy();
    },
  };
}

/**
 * Sends each text on its own connection, and expects that nginx refuses all but `kept` of them as too many.
 * Then calls `meanwhile` while the remaining connections wait. nginx's processes count connections together,
 * so the refused connections are not always the last ones.
 */
async function expectRefusals({ port, from, texts, kept }, meanwhile = async () => {}) {
  const held = await hold(port, from, texts);
  try {
    const refused = texts.length - kept;
    await until(`${refused} refusals`, () => held.answers.length >= refused);
    assert.equal(held.answers.length, refused);
    for (const answer of held.answers) {
      assert.match(answer, /^HTTP\/1\.1 429 /);
      assert.match(answer, /"code":"rate_limited"/);
    }
    await meanwhile();
    assert.equal(held.answers.length, refused);
  } finally {
    held.release();
  }
}

const times = (count, text) => Array.from({ length: count }, () => text);

/**
 * Sends requests while one address holds many connections with incomplete headers.
 * @returns the statuses; undefined if nginx closed some of these connections before all requests were
 * answered
 */
async function callBesideMany({ call, port }) {
  const held = await hold(port, '127.0.0.1', times(MANY, 'GET / HTTP/1.1\r\nHost: x\r\nX: '));
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
      // On a busy machine, nginx may close the first connections before the last connection is open. The
      // attempt is then repeated.
      let statuses;
      for (let tries = 0; statuses === undefined && tries < 4; tries += 1)
        statuses = await callBesideMany(service);
      assert.deepEqual(statuses, [200, 200, 200]);
    },
  );

  await check('one address has few unfinished bodies, and others can still send theirs', () => {
    const from = '127.0.0.5';
    const texts = times(BODIES_OF_ONE + 20, unfinished('/api/ndas'));
    return expectRefusals({ port, from, texts, kept: BODIES_OF_ONE }, async () => {
      assert.equal((await call('/api/ndas', { method: 'POST', body: terms })).status, 201);
      assert.equal((await call('/api/site', { localAddress: from })).status, 200);
    });
  });

  await check('one address sends few large documents at the same time', () =>
    expectRefusals({
      port,
      from: '127.0.0.6',
      texts: times(DOCUMENTS_OF_ONE + 5, unfinished('/api/verify')),
      kept: DOCUMENTS_OF_ONE,
    }),
  );

  await check(
    'a /64 network of IPv6 counts as one client, and a client without an address as none',
    async () => {
      const of = (address) => times(10, unfinished('/api/ndas', { 'X-Forwarded-For': address }));
      const [near, same, other] = ['2001:db8:1:2::a', '2001:db8:1:2:ffff:1:2:3', '2001:db8:1:3::a'];
      const all = { texts: [...of(near), ...of(same), ...of(other)], kept: BODIES_OF_ONE + 10 };
      await expectRefusals({ port, from: PROXY, ...all });
      const hidden = { texts: times(40, unfinished('/api/ndas')), kept: 40 };
      await expectRefusals({ port, from: GATEWAY, ...hidden }, async () => {
        for (let n = 0; n < 5; n += 1)
          assert.equal((await call('/api/site', { localAddress: GATEWAY })).status, 200);
      });
    },
  );
}

/** @param service with `check`, `call`, `port` and nginx's `folder` */
export async function fileChecks({ check, call, port, folder }) {
  await check('one address reads few files at the same time, and others can still read them', async () => {
    writeFileSync(join(folder, 'html/assets/large.js'), Buffer.alloc(LARGE, '1'));
    const texts = times(FILES_OF_ONE + 8, 'GET /assets/large.js HTTP/1.1\r\nHost: localhost\r\n\r\n');
    const held = await hold(port, '127.0.0.8', texts);
    try {
      await until('an answer to each', () => held.answers.length === texts.length);
      const refused = held.answers.filter((answer) => answer.startsWith('HTTP/1.1 429 '));
      assert.equal(refused.length, 8);
      assert.match(refused[0], /"code":"rate_limited"/);
      assert.equal((await call('/favicon.svg')).status, 200);
    } finally {
      held.release();
    }
  });
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

/** @param service with `check`, `call`, `port`, the `backend` and nginx's `folder` */
export async function connectionLimitChecks(service) {
  const { SAMPLES } = await import('../../contracts/dist/testing/sample-terms.js');
  await connectionChecks(service, SAMPLES.en);
  await fileChecks(service);
  await callChecks(service);
}
