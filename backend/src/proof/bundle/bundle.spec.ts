import fc from 'fast-check';
import { unzipSync } from 'fflate';
import { tenthUnlessLong, isLongRun } from '../../platform/testing/long-run.js';
import { BUNDLE_EVENTS_MAX, type BundleFile, MANIFEST } from './bundle-files.js';
import { certificatesIn, pemFile } from './pem-files.js';
import { readZip } from './read-zip.js';
import { fileOf } from './spelling.js';
import { CERTIFICATES, OPERATOR, sampleBundle, sampleContent, SAMPLES } from './testing/sample-bundles.js';
import { created } from './testing/sample-histories.js';
import { type BundleTrust, type BundleVerdict, verifyBundle } from './verify-bundle.js';
import { BundleTooLarge, listed, writeBundle } from './write-bundle.js';
import { zipped } from './zip-layout.js';
import { onlyInAll } from '../../platform/testing/only-in-all.js';

const TRUST: BundleTrust = {
  keys: [{ keyId: OPERATOR.keyId, publicKey: OPERATOR.publicKey }],
  certificates: undefined,
};
const verdictOf = (file: Buffer): BundleVerdict['verdict'] => verifyBundle(file, TRUST).verdict;

/**
 * Returns an archive with these files and a manifest that matches them. If a file was changed, only the file
 * itself can reveal the change.
 */
function repacked(files: readonly BundleFile[], manifest: object): Buffer {
  const others = files.slice(1);
  const bytes = fileOf({ ...manifest, files: others.map(listed) });
  return zipped([{ name: MANIFEST, bytes }, ...others]);
}

describe('an evidence bundle', () => {
  const bundle = sampleBundle('in-person.zip');

  it('has the same bytes each time, and other programs can read the archive', () => {
    expect(sampleBundle('in-person.zip').equals(bundle)).toBe(true);
    const read = Object.entries(unzipSync(bundle)).map(([name, bytes]) => ({
      name,
      bytes: Buffer.from(bytes),
    }));
    expect(read).toEqual(readZip(bundle).map(({ name, bytes }) => ({ name, bytes: Buffer.from(bytes) })));
  });

  it('names its agreement, even if its keys are not known', () => {
    const facts = {
      stream: 'nda-019a7a10-0000-7000-8000-00000000abcd',
      events: 10,
      checkpointAt: '2026-11-21T09:00:00.000Z',
      shut: 2,
    };
    expect(verifyBundle(bundle, TRUST)).toEqual({ verdict: 'intact', kind: null, at: null, facts });
    const untold = verifyBundle(bundle, { keys: undefined, certificates: undefined });
    expect(untold).toMatchObject({ verdict: 'unknown', kind: 'consistent_in_itself', facts });
  });

  it('is attributed to a stranger if one of its keys is not known', () => {
    const two = sampleBundle('two-keys.zip');
    expect(verifyBundle(two, TRUST)).toMatchObject({ verdict: 'unknown', kind: 'key_unknown' });
  });

  it('is not intact if a single bit of it differs', () => {
    const step = isLongRun() ? 1 : 101;
    for (let at = 0; at < bundle.length; at += step) {
      const changed = Buffer.from(bundle);
      changed[at] = (changed[at] ?? 0) ^ (1 << (at % 8));
      expect([at, verdictOf(changed)]).not.toEqual([at, 'intact']);
    }
  });

  it('is not intact if a single bit of a file differs and the archive matches the changed file', () => {
    const files = readZip(bundle);
    const manifest = JSON.parse(files[0]?.bytes.toString('utf8') ?? '') as object;
    const step = isLongRun() ? 7 : 311;
    for (const [n, file] of files.entries()) {
      if (n === 0) continue;
      for (let at = n % step; at < file.bytes.length; at += step) {
        const bytes = Buffer.from(file.bytes);
        bytes[at] = (bytes[at] ?? 0) ^ (1 << (at % 8));
        const { verdict } = verifyBundle(
          repacked(files.with(n, { name: file.name, bytes }), manifest),
          TRUST,
        );
        expect([file.name, at, verdict]).not.toEqual([file.name, at, 'intact']);
      }
    }
  });

  it('gets a verdict and no exception, whatever the file is', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 400 }), (bytes) => verdictOf(Buffer.from(bytes)) === 'unknown'),
    );
    const files = readZip(bundle);
    const manifest = JSON.parse(files[0]?.bytes.toString('utf8') ?? '') as object;
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 8 }), fc.json({ maxDepth: 4 }), (n, text) => {
        const name = files[n]?.name ?? '';
        const changed = repacked(files.with(n, { name, bytes: Buffer.from(`${text}\n`) }), manifest);
        return verdictOf(changed) === 'broken';
      }),
    );
  });

  it('survives JSON with 200,000 levels of nesting', () => {
    const files = readZip(bundle);
    const manifest = JSON.parse(files[0]?.bytes.toString('utf8') ?? '') as object;
    const bomb = Buffer.from(`${'['.repeat(200_000)}${']'.repeat(200_000)}\n`);
    const kinds = [1, 2, 5, 6, 7, 8].map((n) => {
      const name = files[n]?.name ?? '';
      return verifyBundle(repacked(files.with(n, { name, bytes: bomb }), manifest), TRUST).kind;
    });
    // The proofs and the checkpoint may contain this many lists, but must not nest them this deep. They are
    // therefore 'unreadable'.
    expect(kinds).toEqual([
      'unreadable',
      'too_many_values',
      'too_many_values',
      'unreadable',
      'unreadable',
      'file_too_large',
    ]);
    expect(verdictOf(zipped(files.with(0, { name: MANIFEST, bytes: bomb })))).toBe('broken');
  });

  onlyInAll.it('is not written if it would be larger than the limit of verifiers', () => {
    const content = sampleContent(SAMPLES['in-person.zip']);
    const [event] = content.events;
    const [opening] = content.openings;
    if (event === undefined || opening === undefined) throw new Error('there is no event');
    // Each file is within its own limit, but the bundle of all files is not within the limit of a bundle.
    const events = Array.from({ length: 49 }, () => ({ ...event, data: Buffer.alloc(740_000) }));
    const text = 'x'.repeat(24_000_000);
    const openings = [{ revision: 0, part: 'personal', state: 'opened', salt: '', text } as const];
    const proofs = [{ index: 0, proof: ['f'.repeat(29_000_000)] }];
    const consistency = proofs.map(({ proof }) => ({ checkpoint: '1:', proof }));
    const document = Buffer.alloc(9_000_000);
    const large = { ...content, events, openings, proofs, consistency, document };
    expect(() => writeBundle(large)).toThrow(BundleTooLarge);
    expect(() => writeBundle({ ...large, document: undefined })).not.toThrow();
  });

  it('is verified with many events in it', () => {
    const events = tenthUnlessLong(500);
    const more = Array.from({ length: events - 1 }, (_, n) => ({ type: 'SomethingNew.v1', open: { n } }));
    const content = sampleContent({ history: [created, ...more], document: false, certificates: [] });
    expect(events).toBeLessThan(BUNDLE_EVENTS_MAX);
    expect(verifyBundle(writeBundle(content), TRUST)).toMatchObject({ verdict: 'intact', facts: { events } });
  });

  it('writes certificates in the usual form', () => {
    const pem = pemFile(CERTIFICATES).toString('latin1');
    expect(pem.match(/^-----BEGIN CERTIFICATE-----$/gm)).toHaveLength(2);
    expect(pem.split('\n').every(({ length }) => length <= 64)).toBe(true);
    for (const length of [1, 47, 48, 49, 96]) {
      const der = Buffer.alloc(length, 7);
      expect(pemFile([der]).toString('latin1')).not.toContain('\n\n');
      expect(certificatesIn(pemFile([der]))).toEqual([der]);
    }
  });
});
