import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DAY_MS } from '@siegel/contracts/limits';
import {
  AUTHORITY,
  SERVER_CERTIFICATE,
  SERVER_KEY,
} from '../../eventsourcing/event-store/eventstoredb/testing/certificates.js';
import { ProtocolServer } from '../../eventsourcing/event-store/eventstoredb/testing/protocol-server.js';
import { selfSigned } from '../../mail/testing/self-signed.js';
import { freePort } from '../../platform/embedded-postgres/free-port.js';
import { scaledTimeout } from '../../platform/testing/scaled-timeout.js';
import type { CheckResult } from './check.js';
import type { Context } from './context.js';
import { checkEnds, storeCertificateCheck } from './store-certificate-check.js';

/** The time at which the certificates in the fixture expire. */
const END = new Date('2126-10-28T04:28:18Z');
const before = (days: number): Date => new Date(END.getTime() - days * DAY_MS);

describe('the check of the certificates of the event store', () => {
  const server = new ProtocolServer({ tls: { key: SERVER_KEY, certificate: SERVER_CERTIFICATE } });
  let folder: string;
  beforeAll(async () => {
    await server.start();
    folder = await mkdtemp(join(tmpdir(), 'siegel-store-certificate-'));
    await writeFile(join(folder, 'ca.pem'), AUTHORITY);
  });
  afterAll(async () => {
    await server.stop();
    await rm(folder, { recursive: true });
  });

  const look = (eventStoreUrl: string | undefined, now: Date): Promise<CheckResult> => {
    const context = { config: { eventStoreUrl }, clock: { now: () => now }, withinMs: scaledTimeout(5_000) };
    return storeCertificateCheck(context as unknown as Context).run(new AbortController().signal);
  };
  const url = (): string => `esdb://user:word@localhost:${server.endpoint.port}?tls=true`;

  it('is ok while the certificate is valid for at least 30 days', async () => {
    expect(await look(url(), before(31))).toEqual({
      state: 'ok',
      says: `The certificate of localhost:${server.endpoint.port} expires on 2126-10-28, in 31 days. No other certificate of the event store ends before.`,
    });
  });

  it('warns when fewer than 30 days are left, and says where to renew the certificate', async () => {
    expect(await look(url(), before(29))).toMatchObject({
      state: 'warning',
      says: expect.stringContaining('in 29 days'),
      todo: expect.stringContaining('docs/operations/secrets.md'),
    });
  });

  it('is a fault when the certificate has expired', async () => {
    expect(await look(url(), before(-1))).toMatchObject({ state: 'fault' });
  });

  it('reads the certificate of each server that answers', async () => {
    const away = await freePort();
    const both = `esdb://localhost:${away},localhost:${server.endpoint.port}?tlsCAFile=${join(folder, 'ca.pem')}`;
    expect(await look(both, before(10))).toMatchObject({ state: 'warning' });
    expect(await look(`esdb://localhost:${away}`, before(10))).toMatchObject({ state: 'not tried' });
  });

  it('also looks at the authority in tlsCAFile', async () => {
    const { cert } = await selfSigned();
    await writeFile(join(folder, 'short.pem'), String(cert));
    expect(await look(`${url()}&tlsCAFile=${join(folder, 'short.pem')}`, new Date())).toMatchObject({
      state: 'warning',
      says: expect.stringContaining('The certificate of the authority in tlsCAFile expires'),
    });
  });

  it('has nothing to check without TLS, or if the events are in PostgreSQL', async () => {
    expect(await look(`esdb://localhost:${server.endpoint.port}?tls=false`, END)).toMatchObject({
      state: 'not configured',
    });
    expect(await look(undefined, END)).toMatchObject({ state: 'not configured' });
  });

  it('names the certificate that ends first', () => {
    const certificates = [
      { name: 'node1', validTo: before(0) },
      { name: 'the authority', validTo: before(20) },
    ];
    expect(checkEnds(certificates, before(30)).says).toContain('The certificate of the authority expires');
  });
});
