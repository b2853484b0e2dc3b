import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  AUTHORITY,
  SERVER_CERTIFICATE,
  SERVER_KEY,
} from '#src/eventsourcing/event-store/eventstoredb/testing/certificates';
import {
  ProtocolServer,
  type ProtocolServerOptions,
} from '#src/eventsourcing/event-store/eventstoredb/testing/protocol-server';
import { freePort } from '#src/platform/embedded-postgres/free-port';
import type { TestDatabase } from '#src/platform/postgres/testing/test-database';
import {
  type Environment,
  refusedStart,
  startBuilt,
  type TestDataDir,
  testDataDir,
} from '../backend/built-backend.js';
import { environmentOf } from '../backend/secrets.js';
import { testSecrets } from '../backend/test-backend.js';
import { createServiceDatabase } from '../backend/service-database.js';

const tls = { key: SERVER_KEY, certificate: SERVER_CERTIFICATE };
const user = { name: 'siegel', password: 'the-right-one' };

/**
 * A backend that cannot use its event store does not start. It prints what to do, and leaves retrying to the
 * process manager.
 */
describe('a start on an event store that cannot be used', () => {
  let database: TestDatabase;
  let data: TestDataDir;
  let folder: string;
  let authority: string;
  let env: Environment;
  let other: Server;
  const servers: ProtocolServer[] = [];

  const serve = async (options: ProtocolServerOptions = {}): Promise<ProtocolServer> => {
    const server = new ProtocolServer(options);
    await server.start();
    servers.push(server);
    return server;
  };
  /** Starts a backend, which must exit with code 1, and returns its output. */
  const refusal = async (url: string): Promise<string> => {
    const { code, output } = await refusedStart({
      ...env,
      EVENT_STORE_URL: url,
      PORT: String(await freePort()),
    });
    expect(code).toBe(1);
    expect(output).not.toMatch(/^\s+at /m);
    expect(output).not.toMatch(/the-(right|wrong)-one/);
    return output;
  };
  const withCa = (server: ProtocolServer): string =>
    server.url.replace('?', `?tlsCAFile=${encodeURIComponent(authority)}&`);

  beforeAll(async () => {
    [database, data] = [await createServiceDatabase(), await testDataDir()];
    folder = mkdtempSync(join(tmpdir(), 'siegel-refused-'));
    authority = join(folder, 'ca.pem');
    writeFileSync(authority, AUTHORITY);
    other = createServer((_request, response) => response.end('something else'));
    await new Promise<void>((resolve) => other.listen(0, 'localhost', resolve));
    env = {
      DATABASE_URL: database.url,
      DATA_DIR: data.path,
      LOG_LEVEL: 'warn',
      ...environmentOf(testSecrets()),
    };
  });
  afterEach(() => Promise.all(servers.splice(0).map((server) => server.stop())));
  afterAll(async () => {
    await new Promise((resolve) => other.close(resolve));
    await database.drop();
    await data.remove();
    rmSync(folder, { recursive: true });
  });

  it.each([
    [
      'another kind of address',
      'https://localhost:2113',
      /EVENT_STORE_URL: expected an address that begins with esdb/,
    ],
    ['no host', 'esdb://siegel:the-right-one@', /EVENT_STORE_URL: expected a host behind the scheme/],
    [
      'an option that there is not',
      'esdb://siegel:the-right-one@localhost?tsl=false',
      /EVENT_STORE_URL has an option .*: tsl/,
    ],
    [
      'a certificate that is not there',
      'esdb://localhost?tlsCAFile=/nowhere/ca.pem',
      /EVENT_STORE_URL .*certificate/i,
    ],
    [
      'a host that nobody knows',
      'esdb://nowhere.invalid:2113?tls=false',
      /cannot be reached: check host and port in EVENT_STORE_URL/,
    ],
  ])('names the fault in the address: %s', async (_what, url, message) => {
    expect(await refusal(url)).toMatch(message);
  });

  it('reports that no server answers, and succeeds once one does', async () => {
    const server = await serve();
    await server.stop();
    expect(await refusal(server.url)).toMatch(/cannot be reached: check host and port in EVENT_STORE_URL/);
    await server.start();
    const backend = await startBuilt({ ...env, EVENT_STORE_URL: server.url });
    expect(await backend.end('SIGTERM')).toBe(0);
    await database.pool.query('DELETE FROM checkpoints');
  });

  it('reports that the answer does not come from an event store', async () => {
    const { port } = other.address() as AddressInfo;
    expect(await refusal(`esdb://localhost:${port}?tls=false`)).toMatch(
      /accepts connections and ends them at once: check tls .* the port is EventStoreDB's/,
    );
  });

  it('reports that the server is too old', async () => {
    const server = await serve({ version: '22.10.5.0' });
    expect(await refusal(server.url)).toMatch(
      /too old: it is 22\.10\.5\.0, but Siegel needs 23\.10 or later/,
    );
  });

  it('reports that user and password, or the certificate, are wrong', async () => {
    const server = await serve({ tls, user });
    expect(await refusal(withCa(server).replace('//', '//siegel:the-wrong-one@'))).toMatch(
      /refuses these credentials: check the user/,
    );
    expect(await refusal(server.url.replace('//', '//siegel:the-right-one@'))).toMatch(
      /no secure connection .*check tls, tlsCAFile/,
    );
  });

  it.each([
    ['notReady', /EventStoreDB is not ready/],
    ['noLeader', /read-only, or its cluster has no leader: check the nodes and their disks/],
    ['accessDenied', /refuses these credentials.*may read \$all and write/],
    ['silent', /did not answer in time/],
  ] as const)('names the state of the server: %s', async (fault, message) => {
    const server = await serve();
    server.faults[fault] = true;
    expect(await refusal(`${server.url}&defaultDeadline=700`)).toMatch(message);
  });

  it('reports that the database accepts no writes', async () => {
    await database.pool.query(
      `ALTER DATABASE ${new URL(database.url).pathname.slice(1)} SET default_transaction_read_only = on`,
    );
    const { code, output } = await refusedStart({ ...env, PORT: String(await freePort()) });
    expect({ code, output }).toEqual({
      code: 1,
      output: expect.stringMatching(
        /database cannot be used: it accepts no writes\. Does DATABASE_URL name a replica/,
      ),
    });
    expect(output).not.toMatch(/^\s+at /m);
  });
});
