import { Registry } from 'prom-client';
import type { Clock } from '../platform/time/clock.js';
import { createTestDatabase, type TestDatabase } from '../platform/postgres/testing/test-database.js';
import { timestampRoots } from './create-seal.js';
import { SealCertificates1795000000600 } from './migrations/1795000000600-seal-certificates.js';
import { parseCms, timestampTokenOf } from './parse-cms.js';
import { PdfSeal, type PdfSealParts } from './pdf-seal.js';
import { SealCertificates } from './seal-certificates.js';
import { meterSeal } from './seal-metrics.js';
import { sealWarning } from './seal-validity.js';
import { ecIdentity, rsaIdentity } from './testing/fixtures.js';
import { samplePdf } from './testing/sample-pdf.js';
import { splitSignedPdf } from './testing/signed-pdf-parts.js';
import { startTimestampServer, type TimestampServer } from './testing/timestamp-authority.js';
import { requestTimestamp, TimestampFailed } from './timestamp.js';
import { verifyTimestampToken } from './timestamp-token.js';
import { verifyCms } from './verify-cms.js';

const NOW = new Date('2026-11-21T08:00:00Z');
const clock: Clock = { now: () => NOW };

describe('PdfSeal', () => {
  const warned: object[] = [];
  const logger = {
    debug: () => {},
    info: () => {},
    warn: (details: object) => void warned.push(details),
    error: () => {},
  };
  let database: TestDatabase;
  let server: TimestampServer;
  beforeAll(async () => {
    database = await createTestDatabase({ migrations: [SealCertificates1795000000600] });
    server = await startTimestampServer();
  });
  afterAll(async () => {
    await server.close();
    await database.drop();
  });
  beforeEach(() => {
    warned.length = 0;
    server.behave({});
  });

  const sealOf = (change: Partial<PdfSealParts> = {}): PdfSeal =>
    new PdfSeal({
      identity: ecIdentity(),
      clock,
      logger,
      certificates: new SealCertificates(database.pool),
      ...change,
    });

  it('seals in the name of its certificate, and states its own time', async () => {
    const sealed = await sealOf({ identity: rsaIdentity() }).seal(samplePdf(), 'Because');
    const { cms, covered } = splitSignedPdf(sealed.bytes);
    await verifyCms(parseCms(cms), covered);
    expect(sealed).toMatchObject({ level: 'B-B', certificateHash: rsaIdentity().certificateHash });
    const text = covered.toString('latin1');
    expect(text).toContain("/M (D:20261121080000+00'00')");
    expect(text).toContain(Buffer.from('Fixture seal of Müller & Söhne', 'utf16le').swap16().toString('hex'));
    expect(warned).toEqual([]);
  });

  it('records every sealing certificate once, even if several backends seal with it', async () => {
    await database.pool.query('DELETE FROM seal_certificates');
    const [one, other] = [sealOf(), sealOf({ clock: { now: () => new Date(NOW.getTime() + 1000) } })];
    await Promise.all([one.seal(samplePdf(), 'x'), one.seal(samplePdf(), 'y'), other.seal(samplePdf(), 'z')]);
    await sealOf({ identity: rsaIdentity(), clock: { now: () => new Date(NOW.getTime() + 5000) } }).seal(
      samplePdf(),
      'x',
    );
    const all = await new SealCertificates(database.pool).all();
    expect(all.map(({ fingerprint }) => fingerprint)).toEqual([
      ecIdentity().certificateHash,
      rsaIdentity().certificateHash,
    ]);
    expect(all[0]?.certificate.equals(ecIdentity().chain[0])).toBe(true);
    expect(all[1]?.firstUsedAt).toEqual(new Date(NOW.getTime() + 5000));
  });

  it('seals nothing if its certificate cannot be recorded', async () => {
    const certificates = { keep: () => Promise.reject(new Error('no database')) };
    await expect(sealOf({ certificates }).seal(samplePdf(), 'x')).rejects.toThrow('no database');
  });

  it('adds a timestamp', async () => {
    const authority = { url: server.url, roots: server.roots, clock: { now: () => new Date() } };
    const seal = sealOf({ timestamp: (signature) => requestTimestamp(authority, signature) });
    const { bytes, level } = await seal.seal(samplePdf(), 'x');
    const cms = parseCms(splitSignedPdf(bytes).cms);
    expect(level).toBe('B-T');
    const token = timestampTokenOf(cms);
    expect(
      (await verifyTimestampToken(token ?? Buffer.alloc(0), cms.signature, server.roots)).authority,
    ).toBe('Test time');
  });

  it('seals without a timestamp if the authority fails, and reports the failure', async () => {
    server.behave({ status: 2 });
    const registry = new Registry();
    const authority = { url: server.url, roots: server.roots, clock: { now: () => new Date() } };
    const meter = meterSeal(registry, ecIdentity());
    const seal = sealOf({ meter, timestamp: (signature) => requestTimestamp(authority, signature) });
    const { bytes, level } = await seal.seal(samplePdf(), 'x');
    const { cms, covered } = splitSignedPdf(bytes);
    await verifyCms(parseCms(cms), covered);
    expect([level, timestampTokenOf(parseCms(cms))]).toEqual(['B-B', undefined]);
    expect(warned).toEqual([{ code: 'refused' }]);
    const metrics = await registry.metrics();
    expect(metrics).toContain('seals_total{level="B-B"} 1');
    expect(metrics).toContain('seal_timestamp_failures_total{code="refused"} 1');
    const ends = ecIdentity().notAfter.getTime() / 1000;
    expect(metrics).toContain(`seal_certificate_expiry_timestamp_seconds ${ends}\n`);
  });

  it('leaves out a timestamp that does not fit, but does not hide other faults', async () => {
    const timestamp = async () => ({ token: Buffer.alloc(16_000), at: NOW });
    const { level } = await sealOf({ timestamp }).seal(samplePdf(), 'x');
    expect(level).toBe('B-B');
    expect(warned).toEqual([{ code: 'too_large' }]);
    const fault = sealOf({ timestamp: () => Promise.reject(new Error('a fault')) }).seal(samplePdf(), 'x');
    await expect(fault).rejects.toThrow('a fault');
    const failed = await sealOf({ timestamp: () => Promise.reject(new TimestampFailed('late')) }).seal(
      samplePdf(),
      'x',
    );
    expect(failed.level).toBe('B-B');
  });

  it("accepts no timestamp from before or after its certificate's validity", async () => {
    const [before, after] = [new Date(NOW.getTime() - 5000), new Date(NOW.getTime() + 5000)];
    const identity = { ...ecIdentity(), notBefore: before, notAfter: after };
    const levelAt = async (at: Date): Promise<string> =>
      (
        await sealOf({ identity, timestamp: async () => ({ token: Buffer.alloc(9), at }) }).seal(
          samplePdf(),
          'x',
        )
      ).level;
    expect([await levelAt(before), await levelAt(after)]).toEqual(['B-T', 'B-T']);
    expect(warned).toEqual([]);
    expect(await levelAt(new Date(before.getTime() - 1))).toBe('B-B');
    expect(await levelAt(new Date(after.getTime() + 1))).toBe('B-B');
    expect(warned).toEqual([{ code: 'outside_certificate' }, { code: 'outside_certificate' }]);
  });

  /**
   * Returns the number of bytes that the file reserves for the CMS, and the number of zeros that fill the
   * unused part.
   */
  const placeIn = (pdf: Buffer): { room: number; zeros: number } => {
    const { cms } = splitSignedPdf(pdf);
    return { room: cms.length, zeros: cms.length - (4 + cms.readUInt16BE(2)) };
  };

  it('reserves a fixed room for the first timestamp, and then slightly more than the last timestamp needed', async () => {
    const chain = ecIdentity().chain.reduce((bytes, der) => bytes + der.length, 0);
    const bare = placeIn((await sealOf().seal(samplePdf(), 'x')).bytes).room;
    expect(bare).toBe(chain + 2048);
    let size = 0;
    const seal = sealOf({ timestamp: async () => ({ token: Buffer.alloc(size, 1), at: NOW }) });
    const kept = async (bytes: number): Promise<number> => {
      size = bytes;
      return placeIn((await seal.seal(samplePdf(), 'x')).bytes).room - bare;
    };
    expect([await kept(3000), await kept(3256)]).toEqual([8192, 3256]);
    // The first token is one byte too long, so its document has no timestamp and reserves no bytes for one.
    // The next document reserves the initial size again.
    expect([await kept(3513), await kept(8192), await kept(8448)]).toEqual([0, 8192, 8448]);
  });

  it('fills only a small part of a file with zeros', async () => {
    const authority = { url: server.url, roots: server.roots, clock: { now: () => new Date() } };
    for (const identity of [ecIdentity(), rsaIdentity()]) {
      const plain = await sealOf({ identity }).seal(samplePdf(), 'x');
      expect(placeIn(plain.bytes).zeros).toBeLessThan(1600);
      const seal = sealOf({ identity, timestamp: (value) => requestTimestamp(authority, value) });
      const stamped = [await seal.seal(samplePdf(), 'x'), await seal.seal(samplePdf(), 'x')];
      expect(stamped.map(({ level }) => level)).toEqual(['B-T', 'B-T']);
      expect(placeIn(stamped[1]?.bytes ?? Buffer.alloc(0)).zeros).toBeLessThan(1600 + 256);
    }
  });

  it("refuses to seal before or after its certificate's validity", async () => {
    const until = (notAfter: Date) =>
      sealOf({ identity: { ...ecIdentity(), notAfter } }).seal(samplePdf(), 'x');
    await expect(until(new Date(NOW.getTime() - 1))).rejects.toMatchObject({
      code: 'seal_certificate_expired',
    });
    expect((await until(NOW)).level).toBe('B-B');
    const early = sealOf({ identity: { ...ecIdentity(), notBefore: new Date(NOW.getTime() + 1) } }).seal(
      samplePdf(),
      'x',
    );
    await expect(early).rejects.toMatchObject({ code: 'seal_certificate_not_yet_valid' });
  });
});

describe('sealWarning', () => {
  const warning = (notBefore: string, notAfter: string): string | undefined =>
    sealWarning({ notBefore: new Date(notBefore), notAfter: new Date(notAfter) }, NOW);

  it('is given 30 days before the end', () => {
    expect(warning('2026-01-01T00:00:00Z', '2026-12-21T08:00:00Z')).toBeUndefined();
    expect(warning('2026-01-01T00:00:00Z', '2026-12-21T07:59:59Z')).toContain('expires on 2026-12-21');
    expect(warning('2026-01-01T00:00:00Z', '2026-11-21T07:59:59Z')).toContain('expired on 2026-11-21');
    expect(warning('2026-11-22T00:00:00Z', '2027-11-21T07:59:59Z')).toContain('valid only from 2026-11-22');
  });
});

describe('TSA_CA', () => {
  it('is text, a path, or missing', async () => {
    const [root] = (await startAndEnd()).roots;
    const pem = root?.toString() ?? '';
    expect((await timestampRoots(pem))[0]?.fingerprint256).toBe(root?.fingerprint256);
    expect((await timestampRoots(undefined)).length).toBeGreaterThan(50);
    await expect(timestampRoots('/nowhere/ca.pem')).rejects.toThrow('TSA_CA cannot be used: ENOENT');
    await expect(timestampRoots(__filename)).rejects.toThrow('TSA_CA cannot be used');
  });
});

async function startAndEnd(): Promise<TimestampServer> {
  const server = await startTimestampServer();
  await server.close();
  return server;
}
