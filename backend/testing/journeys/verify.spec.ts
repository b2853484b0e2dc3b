import { createHash } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { VERIFY_MAX_BYTES } from '@siegel/contracts/limits';
import { ndaDecider } from '#src/nda/nda.decider';
import { newId } from '#src/platform/crypto/ids';
import { contextAt } from '#src/eventsourcing/journal/testing/recorded';
import { rsaIdentity } from '#src/pades/testing/fixtures';
import { until } from '#src/platform/testing/until';
import { runCommand } from '../backend/built-backend.js';
import { payByCard, signedByBoth, untilSent } from '../steps/steps.js';
import { startTestBackend, type TestBackend } from '../backend/test-backend.js';
import { onlyInAll } from '#src/platform/testing/only-in-all';

describe('a document that is uploaded for verification', () => {
  let backend: TestBackend;
  let id: string;
  let pdf: Buffer;
  beforeAll(async () => {
    backend = await startTestBackend();
    const browser = backend.browser();
    id = await signedByBoth(browser);
    await payByCard(browser, id);
    await untilSent(browser, id);
    ({ body: pdf } = await browser.get(`/api/ndas/${id}/pdf`).expect(200));
  });
  afterAll(() => backend.stop());

  /** Verifies a file as anybody can, without a cookie. */
  const check = (file: Buffer | string, language: 'de' | 'en' = 'de', type = 'application/pdf') =>
    backend.browser(language).post('/api/verify').set('content-type', type).send(file);

  it.each([
    ['de', /Das elektronische Siegel ist unversehrt/],
    ['en', /The electronic seal is intact/],
  ] as const)('is authentic if it is unchanged, and words say so (%s)', async (language, words) => {
    const { body, headers } = await check(pdf, language).expect(200);
    expect(body).toMatchObject({ verdict: 'authentic', ndaId: id, completedAt: expect.stringMatching(/Z$/) });
    expect(body.reasons.map(({ code }: { code: string }) => code)).toEqual([
      'seal_valid',
      'timestamp_missing',
      'evidence_consistent',
      'record_found',
    ]);
    expect(body.reasons[0].message).toMatch(words);
    expect(body.signatures.map(({ role }: { role: string }) => role)).toEqual(['party1', 'party2', 'seal']);
    expect(headers['cache-control']).toBe('no-store');
  });

  it('is altered if a byte was changed, and none of its content is disclosed', async () => {
    const changed = Buffer.from(pdf);
    changed[4000] = (changed[4000] ?? 0) ^ 1;
    const { body } = await check(changed).expect(200);
    expect(body).toMatchObject({
      verdict: 'altered',
      signatures: [],
      reasons: [{ code: 'content_changed' }],
    });
    expect(Object.keys(body).sort()).toEqual(['reasons', 'signatures', 'verdict']);
  });

  it('must be sent as a PDF of at most ten million bytes', async () => {
    expect((await check(Buffer.alloc(VERIFY_MAX_BYTES + 1))).body).toMatchObject({
      status: 413,
      code: 'body_too_large',
    });
    expect((await check(Buffer.alloc(VERIFY_MAX_BYTES))).body).toMatchObject({
      verdict: 'unknown',
      reasons: [{ code: 'not_a_pdf' }],
    });
    for (const [body, type] of [
      ['{}', 'application/json'],
      ['x', 'text/plain'],
    ] as const)
      expect((await check(body, 'en', type)).body).toMatchObject({
        status: 415,
        code: 'unsupported_media_type',
      });
    expect((await backend.browser().post('/api/verify')).body).toMatchObject({ status: 415 });
    expect((await check('')).body).toMatchObject({ verdict: 'unknown' });
    await backend.browser().post('/api/ndas').set('content-type', 'application/pdf').send(pdf).expect(415);
    await backend.browser().get('/api/verify').expect(405);
  });

  onlyInAll.it('can be verified without the service, with only the certificates', async () => {
    const { text } = await backend.browser().get('/api/verify/certificates').expect(200);
    expect(text).toContain(rsaIdentity().chain[0].toString('base64').slice(0, 60));
    const folder = await mkdtemp(join(tmpdir(), 'siegel-verify-'));
    const [file, broken, certificates] = ['document.pdf', 'broken.pdf', 'certificates.pem'].map((name) =>
      join(folder, name),
    ) as [string, string, string];
    await Promise.all([
      writeFile(file, pdf),
      writeFile(broken, Buffer.concat([pdf, Buffer.from('x')])),
      writeFile(certificates, text),
    ]);
    try {
      const run = async (...args: string[]): Promise<[number | NodeJS.Signals, string]> => {
        // npm sets `INIT_CWD` to the folder in which somebody called npm.
        const verify = runCommand('verify', args, { INIT_CWD: folder });
        return [await verify.exited, verify.output()];
      };
      expect(await run(file, '--certificates', certificates, '--lang', 'de')).toEqual([
        0,
        expect.stringMatching(/^ECHT[\s\S]*ohne Verbindung/),
      ]);
      const checksum = createHash('sha256').update(pdf).digest('hex');
      const near = ['document.pdf', '--certificates', 'certificates.pem'];
      expect(await run(...near, '--sha256', checksum.toUpperCase())).toEqual([
        0,
        expect.stringContaining(`Checksum of the file (SHA-256): ${checksum}`),
      ]);
      expect(await run(...near, '--sha256', '0'.repeat(64))).toEqual([
        1,
        expect.stringContaining('it is another file'),
      ]);
      const [code, line] = await run(...near, '--json', '--sha256', checksum);
      expect([code, JSON.parse(line)]).toMatchObject([
        0,
        { verdict: 'authentic', ndaId: id, sha256: checksum, expected: true },
      ]);
      expect(await run(...near, '--sha256', 'x')).toEqual([2, expect.stringContaining('Usage:')]);
      expect(await run(broken, '--certificates', folder)).toEqual([1, expect.stringMatching(/^ALTERED/)]);
      expect(await run(certificates, '--certificates', certificates)).toEqual([
        1,
        expect.stringMatching(/^UNKNOWN/),
      ]);
      expect(await run(file)).toEqual([2, expect.stringContaining('--certificates')]);
      expect(await run(join(folder, 'none.pdf'), '--certificates', certificates)).toEqual([
        2,
        expect.stringContaining('no such file'),
      ]);
    } finally {
      await rm(folder, { recursive: true });
    }
  });

  it('may be verified twenty times an hour', async () => {
    const limited = await startTestBackend({ env: { RATE_LIMIT_FACTOR: '1' } });
    try {
      const browser = limited.browser();
      const ask = () => browser.post('/api/verify').set('content-type', 'application/pdf').send('x');
      for (let n = 0; n < 20; n += 1) await ask().expect(200);
      const { body, headers } = await ask().expect(429);
      expect(body.code).toBe('rate_limited');
      expect(Number(headers['retry-after'])).toBeGreaterThan(0);
    } finally {
      await limited.stop();
    }
  });

  it('stays authentic after its agreement has been erased', async () => {
    const { commands } = backend.backend.infrastructure;
    await commands.run(
      ndaDecider,
      id,
      { type: 'EraseNda', reason: 'admin' },
      contextAt(new Date().toISOString(), { commandId: newId(), actor: 'admin' }),
    );
    await until(async () => (await commands.state(ndaDecider, id)).state.keyDestroyedAt !== null);
    const { body } = await check(pdf).expect(200);
    expect(body.verdict).toBe('authentic');
    expect(body.reasons.map(({ code }: { code: string }) => code)).toContain('record_erased');
  });
});
