import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { type AddressInfo, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { until } from '../../../platform/testing/until.js';
import { scaledTimeout } from '../../../platform/testing/scaled-timeout.js';
import { event } from '../testing/contract-parts.js';
import { EventStoreUnavailable } from '../event-store.js';
import {
  AUTHORITY,
  SERVER_CERTIFICATE,
  SERVER_KEY,
  USER_CERTIFICATE,
  USER_KEY,
} from './testing/certificates.js';
import { OpenStores } from './testing/open-stores.js';
import { firstUnlessAll } from '../../../platform/testing/only-in-all.js';

const stores = new OpenStores();
const tls = { key: SERVER_KEY, certificate: SERVER_CERTIFICATE };
const user = { name: 'siegel', password: 'p@ss:word' };
const login = 'siegel:p%40ss%3Aword@';
let folder: string;
const file = (name: string, content: string): string => {
  const path = join(folder, name);
  writeFileSync(path, content);
  return encodeURIComponent(path);
};

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'siegel-esdb-'));
});
afterAll(() => rmSync(folder, { recursive: true }));
afterEach(() => stores.close());

const failure = async (attempt: Promise<unknown>): Promise<Error> => {
  try {
    await attempt;
  } catch (error) {
    if (error instanceof Error) return error;
  }
  throw new Error('it did not fail');
};

describe('a connection string', () => {
  it.each([
    ['postgres://localhost/siegel', /must look like esdb/],
    ['esdb://', /must look like esdb/],
    ['esdb://siegel:secret@localhost:port', /cannot be parsed/],
    ['esdb://siegel:secret@1@localhost', /the password contains : or @.*@ as %40/],
    ['kurrentdb://siegel:100%secret@localhost', /a % that two hexadecimal digits do not follow/],
    ['esdb://siegel:secret@localhost?tls=maybe', /cannot be parsed/],
    ['esdb://siegel:secret@localhost?tsl=false', /does not know: tsl/],
    ['esdb://siegel:secret@localhost?tlsVerifyCert=false', /tlsCAFile/],
    ['esdb://siegel:secret@localhost?tlsCAFile=/nowhere.pem', /certificate file/],
  ])('is refused with advice and without its password if it cannot be used: %s', async (url, message) => {
    const error = await failure(stores.open(url));
    expect(error.message).toMatch(message);
    expect(error.message).not.toMatch(/secret/);
    expect(error).not.toBeInstanceOf(EventStoreUnavailable);
  });

  it('may use the new name of EventStoreDB', async () => {
    const server = await stores.server();
    const store = await stores.open(server.url.replace('esdb', 'kurrentdb'));
    expect(await store.append('a-1', 'no-stream', [event('one')])).toMatchObject({ revision: 0 });
  });
});

describe('opening', () => {
  const unavailable = async (url: string): Promise<string> => {
    const error = await failure(stores.open(url, { deadlineMs: scaledTimeout(2_000) }));
    expect(error).toBeInstanceOf(EventStoreUnavailable);
    return error.message;
  };

  it('reports that no server answers', async () => {
    const server = await stores.server();
    await server.stop();
    // The message ends with the address, because gRPC's note after the address is cut off.
    expect(await unavailable(server.url)).toMatch(/cannot be reached: check host and port.*REFUSED \S+$/);
  });

  it('reports that no node of the cluster answers', async () => {
    const [one, two] = [await stores.server(), await stores.server()];
    await Promise.all([one.stop(), two.stop()]);
    const url = `esdb://localhost:${one.endpoint.port},localhost:${two.endpoint.port}?tls=false&maxDiscoverAttempts=2&discoveryInterval=10`;
    expect(await unavailable(url)).toMatch(/no node of the EventStoreDB cluster answered/);
  });

  it('reports that the server is too old', async () => {
    const server = await stores.server({ version: '22.10.5.0' });
    expect(await unavailable(server.url)).toMatch(/too old: it is 22\.10\.5\.0, but Siegel needs 23\.10/);
  });

  it('accepts KurrentDB, the successor of EventStoreDB', async () => {
    const server = await stores.server({ version: '25.1.0-nightly' });
    expect(await (await stores.open(server.url)).head()).toBeUndefined();
  });

  it('reports wrong credentials', async () => {
    const server = await stores.server({ tls, user });
    const url = server.url.replace('?', `?tlsCAFile=${file('ca.pem', AUTHORITY)}&`);
    expect(await unavailable(url.replace('//', '//siegel:wrong@'))).toMatch(/refuses these credentials/);
    const store = await stores.open(url.replace('//', `//${login}`));
    expect(await store.append('a-1', 'no-stream', [event('one')])).toMatchObject({ revision: 0 });
  });

  it('reports a user who may not read $all, although the user may read and write streams', async () => {
    const server = await stores.server({ tls, user: { ...user, readsAll: false } });
    const url = server.url.replace('?', `?tlsCAFile=${file('ca.pem', AUTHORITY)}&`);
    expect(await unavailable(url.replace('//', `//${login}`))).toMatch(
      /refuses these credentials: .* that this user may read \$all and write/,
    );
  });

  it('reports a wrong certificate', async () => {
    const server = await stores.server({ tls });
    expect(await unavailable(server.url)).toMatch(
      /no secure connection to EventStoreDB: check tls, tlsCAFile/,
    );
  });

  it('reports a server without TLS', async () => {
    const server = await stores.server();
    expect(await unavailable(server.url.replace('tls=false', 'tls=true'))).toMatch(/no secure connection/);
  });

  it('names tls if the server has TLS and the address says tls=false', async () => {
    const server = await stores.server({ tls });
    expect(await unavailable(server.url.replace('tls=true', 'tls=false'))).toMatch(
      /accepts connections and ends them at once: check tls \(tls=true for a server with a certificate/,
    );
  });

  it('names tls if the server of the port is another program', async () => {
    const web = createServer((socket) => void socket.once('data', () => socket.end('HTTP/1.1 400\r\n\r\n')));
    await new Promise<void>((resolve) => web.listen(0, '127.0.0.1', resolve));
    const { port } = web.address() as AddressInfo;
    const message = await unavailable(`esdb://127.0.0.1:${port}?tls=false`);
    await new Promise((resolve) => web.close(resolve));
    expect(message).toMatch(/check tls .*the port is EventStoreDB's/);
  });

  it('names hosts, tls and the load if no node of the cluster is found in time', async () => {
    const server = await stores.server({ tls });
    const { port } = server.endpoint;
    const url = `esdb://localhost:${port},127.0.0.1:${port}?tls=false&discoveryInterval=100&maxDiscoverAttempts=20`;
    const error = await failure(stores.open(url, { deadlineMs: 200 }));
    expect(error.message).toMatch(
      /did not answer in time, and no node was found: check the hosts .*tls.*load/,
    );
  });

  it('presents a user certificate to a server that asks for one', async () => {
    const server = await stores.server({ tls: { ...tls, clientAuthority: AUTHORITY } });
    const url = server.url.replace('?', `?tlsCAFile=${file('ca.pem', AUTHORITY)}&`);
    await unavailable(url);
    const store = await stores.open(
      `${url}&userCertFile=${file('user.pem', USER_CERTIFICATE)}&userKeyFile=${file('user.key', USER_KEY)}`,
    );
    expect(await store.append('a-1', 'no-stream', [event('one')])).toMatchObject({ revision: 0 });
  });

  it('gives up on a server that accepts calls and never answers', async () => {
    const server = await stores.server();
    server.faults.silent = true;
    expect((await failure(stores.open(server.url, { deadlineMs: 100 }))).message).toMatch(
      /did not answer in time/,
    );
  });
});

describe('an open store', () => {
  it.each(
    firstUnlessAll([
      ['noLeader', /read-only, or its cluster has no leader/],
      ['accessDenied', /refuses these credentials/],
      ['notReady', /not ready/],
      ['silent', /did not answer in time/],
    ] as const),
  )('fails clearly while the server has a fault, and works again afterwards: %s', async (fault, message) => {
    const server = await stores.server();
    const store = await stores.open(server.url, { deadlineMs: scaledTimeout(400) });
    await store.append('a-1', 'no-stream', [event('one')]);
    server.faults[fault] = true;
    // The calls run one after the other, because a failing call opens a new connection and so breaks the
    // other calls.
    for (const attempt of [
      () => store.append('a-1', 0, [event('two')]),
      () => store.readStream('a-1'),
      () => store.head(),
    ]) {
      const error = await failure(attempt());
      expect(error).toBeInstanceOf(EventStoreUnavailable);
      expect(error.message).toMatch(message);
    }
    server.faults[fault] = false;
    // The calls are repeated, because on a slow machine a new connection may take longer than a call's
    // deadline.
    const sooner = <Found>(call: () => Promise<Found>) => until(() => call().catch(() => undefined));
    const three = event('three');
    expect(await sooner(() => store.append('a-1', 0, [three]))).toMatchObject({ revision: 1 });
    expect(await sooner(() => store.readStream('a-1'))).toHaveLength(2);
  });

  it.each(firstUnlessAll([20_000, -20_000]))(
    "does not mind that the server's clock is %d ms ahead",
    async (clockAheadMs) => {
      const server = await stores.server({ clockAheadMs });
      const store = await stores.open(server.url, { deadlineMs: scaledTimeout(400) });
      expect(await store.append('a-1', 'no-stream', [event('one')])).toMatchObject({ revision: 0 });
    },
  );

  it('says what to check if the server itself gives up on an append', async () => {
    const server = await stores.server();
    const store = await stores.open(server.url);
    server.faults.noQuorum = true;
    const error = await failure(store.append('a-1', 'no-stream', [event('one')]));
    expect(error).toBeInstanceOf(EventStoreUnavailable);
    expect(error.message).toMatch(/did not complete an append in time: check its disks.*clocks/);
  });

  it.each(
    firstUnlessAll([
      ['no other append', true],
      ['other appends', false],
    ] as const),
  )('fails only the unanswered append if the server has meanwhile answered %s', async (_, quiet) => {
    const server = await stores.server();
    const store = await stores.open(server.url, { deadlineMs: scaledTimeout(600) });
    server.faults.silentAppends = 'never-';
    server.faults.appendDelayMs = scaledTimeout(450);
    const began = Date.now();
    const unanswered = failure(store.append('never-1', 'no-stream', [event('never')]));
    if (!quiet) await store.append('before-1', 'no-stream', [event('before')]);
    // Allowed: the test is about which of two time limits is reached first.
    else await until(() => Date.now() - began > scaledTimeout(300));
    const other = store.append('other-1', 'no-stream', [event('other')]);
    expect((await unanswered).message).toMatch(/did not answer in time/);
    expect(await other).toMatchObject({ revision: 0 });
    expect(await store.append('after-1', 'no-stream', [event('after')])).toMatchObject({ revision: 0 });
  });

  it('does not report the store as unavailable if it only refuses an append that is too large', async () => {
    const server = await stores.server({ mostBytes: 1000 });
    const store = await stores.open(server.url);
    const error = await failure(
      store.append('a-1', 'no-stream', [{ ...event('large'), data: new Uint8Array(2000) }]),
    );
    expect(error).not.toBeInstanceOf(EventStoreUnavailable);
    expect(error.message).toMatch(/at most 1000 bytes in one append/);
  });

  it('does not report the store as unavailable if it only refuses an event that is too large', async () => {
    const server = await stores.server({ mostBytes: 10_000, mostEventBytes: 1000 });
    const store = await stores.open(server.url);
    const error = await failure(
      store.append('a-1', 'no-stream', [{ ...event('large'), data: new Uint8Array(2000) }]),
    );
    expect(error).not.toBeInstanceOf(EventStoreUnavailable);
    expect(error.message).toMatch(/at most 1000 bytes in one event: see MaxAppendEventSize/);
  });

  it('does not send an event that is too large for any server', async () => {
    const server = await stores.server();
    const store = await stores.open(server.url);
    const error = await failure(
      store.append('a-1', 'no-stream', [{ ...event('large'), data: new Uint8Array(18_000_000) }]),
    );
    expect(error).not.toBeInstanceOf(EventStoreUnavailable);
    expect(error.message).toMatch(/at most 16777216 bytes in one event/);
    expect(await store.append('a-1', 'no-stream', [event('small')])).toMatchObject({ revision: 0 });
  });

  it('permanently fails only the append whose message exceeded a size limit on its way', async () => {
    const server = await stores.server({ mostMessageBytes: 1_000_000 });
    const store = await stores.open(server.url);
    server.faults.appendDelayMs = scaledTimeout(100);
    const small = [event('small')];
    const other = store.append('b-1', 'no-stream', small).catch((error: unknown) => error);
    const error = await failure(
      store.append('a-1', 'no-stream', [{ ...event('large'), data: new Uint8Array(2_000_000) }]),
    );
    expect(error).not.toBeInstanceOf(EventStoreUnavailable);
    expect(error.message).toMatch(/in one append/);
    const outcome = await other;
    if (outcome instanceof Error) expect(outcome).toBeInstanceOf(EventStoreUnavailable);
    expect(await store.append('b-1', 'no-stream', small)).toMatchObject({ revision: 0 });
  });

  it('accepts no more appends once it is closed', async () => {
    const server = await stores.server();
    const store = await stores.open(server.url);
    await store.append('a-1', 'no-stream', [event('one')]);
    await store.close();
    expect((await failure(store.append('a-1', 0, [event('two')]))).message).toMatch(/closed/);
    expect((await failure(store.readStream('a-1'))).message).toMatch(/closed/);
  });
});
