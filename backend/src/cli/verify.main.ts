import 'reflect-metadata';
import { createHash, type X509Certificate } from 'node:crypto';
import { open, readdir, readFile, stat } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import type { Language } from '@siegel/contracts/enums';
import { formatTimestamp } from '@siegel/contracts/formats';
import { VERIFY_MAX_BYTES } from '@siegel/contracts/limits';
import { REASON_TEXTS } from '@siegel/contracts/verification/reasons';
import { callersFolder } from '../platform/config/process-environment.js';
import { BUNDLE_BYTES_MAX } from '../proof/bundle/bundle-files.js';
import { type BundleVerdict, verifyBundle } from '../proof/bundle/verify-bundle.js';
import { rootsOf, systemRoots } from '../pades/trusted-chain.js';
import { type Verification, verifyDocument } from '../verification/verify-document.js';
import { BUNDLE_EXIT, bundleLine, bundleText, trustedKeysIn } from './bundle-report.js';

const USAGE = `Usage: npm run verify -- <file.pdf> --certificates <PEM file, or folder of them> [--timestamp-authorities <PEM file>] [--sha256 <checksum of the file>] [--lang de|en]
   or: npm run verify -- <bundle.zip> [--keys <JSON file of public keys>] [--certificates <PEM file, or folder of them>] [--json] [--lang de|en]
The certificates are the operator's: <address of the service>/api/verify/certificates`;
const EXIT = { authentic: 0, altered: 1, unknown: 2 } as const;
/** Nothing could be checked. */
const EXIT_UNUSABLE = 2;

const VERDICTS = {
  authentic: { de: 'ECHT', en: 'AUTHENTIC' },
  altered: { de: 'VERÄNDERT', en: 'ALTERED' },
  unknown: { de: 'UNBEKANNT', en: 'UNKNOWN' },
} as const;
const CHECKSUM = { de: 'Prüfsumme der Datei (SHA-256):', en: 'Checksum of the file (SHA-256):' } as const;
const OTHER_CHECKSUM = {
  de: 'Das ist nicht die Prüfsumme, die erwartet wurde: Es ist eine andere Datei.',
  en: 'This is not the checksum that was expected: it is another file.',
} as const;
const ROLES = {
  party1: { de: 'Offenlegende Partei', en: 'Disclosing Party' },
  party2: { de: 'Empfangende Partei', en: 'Receiving Party' },
  seal: { de: 'Siegel', en: 'Seal' },
} as const;

const named = (path: string): string => resolve(callersFolder(), path);

async function certificatesAt(path: string): Promise<readonly X509Certificate[]> {
  if (!(await stat(path)).isDirectory()) return rootsOf(await readFile(path, 'utf8'));
  const files = (await readdir(path)).filter((name) => /\.(pem|crt|cer)$/.test(name));
  const texts = await Promise.all(files.map((name) => readFile(join(path, name), 'utf8')));
  return rootsOf(texts.join('\n'));
}

function report(found: Verification, language: Language): string {
  const signatures = found.signatures.map(
    ({ role, name, at }) =>
      `  ${ROLES[role][language]}: ${name}${at === null ? '' : `, ${formatTimestamp(at, 'UTC')} UTC`}`,
  );
  const reasons = found.reasons.map((reason) => `  - ${REASON_TEXTS[reason][language]}`);
  return [
    VERDICTS[found.verdict][language],
    ...(found.ndaId === undefined ? [] : [`  ${found.ndaId}`]),
    ...signatures,
    ...reasons,
  ].join('\n');
}

async function fingerprintsAt(path: string): Promise<Set<string>> {
  const certificates = await certificatesAt(named(path));
  return new Set(certificates.map(({ raw }) => createHash('sha256').update(raw).digest('hex')));
}

interface Asked {
  readonly file: string;
  readonly lang: Language;
  readonly certificates?: string | undefined;
  readonly 'timestamp-authorities'?: string | undefined;
  readonly sha256?: string | undefined;
  readonly keys?: string | undefined;
  readonly json?: boolean | undefined;
}

async function verifyPdf({ file, lang, sha256, certificates, ...asked }: Asked): Promise<number> {
  const authorities = asked['timestamp-authorities'];
  if (certificates === undefined) throw new Error(USAGE);
  if ((await stat(named(file))).size > VERIFY_MAX_BYTES)
    throw new Error(`${file} has more than ${VERIFY_MAX_BYTES} bytes: it is no document of ours.`);
  const fingerprints = await fingerprintsAt(certificates);
  const timestampRoots = authorities === undefined ? systemRoots() : await certificatesAt(named(authorities));
  const bytes = await readFile(named(file));
  const checksum = createHash('sha256').update(bytes).digest('hex');
  const isAsked = sha256 === undefined || sha256.toLowerCase() === checksum;
  const found = await verifyDocument(bytes, {
    trust: async () => ({ fingerprints, timestampRoots }),
    record: undefined,
    now: () => new Date(),
  });
  console.log(`${report(found, lang)}\n  ${CHECKSUM[lang]} ${checksum}`);
  if (!isAsked) console.log(`  ${OTHER_CHECKSUM[lang]}`);
  return isAsked ? EXIT[found.verdict] : Math.max(EXIT[found.verdict], EXIT.altered);
}

async function bundleAt(path: string, { keys, certificates }: Asked): Promise<BundleVerdict> {
  const trusted = keys === undefined ? undefined : trustedKeysIn(await readFile(named(keys), 'utf8'));
  if (keys !== undefined && trusted === undefined) throw new Error(`${keys} is no list of keys.`);
  const fingerprints = certificates === undefined ? undefined : await fingerprintsAt(certificates);
  // What is larger is not read at all.
  if ((await stat(path)).size > BUNDLE_BYTES_MAX)
    return { verdict: 'unknown', kind: 'too_large', at: null, facts: undefined };
  return verifyBundle(await readFile(path), { keys: trusted, certificates: fingerprints });
}

async function verifyZip(asked: Asked): Promise<number> {
  const found = await bundleAt(named(asked.file), asked);
  console.log(asked.json === true ? bundleLine(found) : bundleText(found, asked.lang));
  return BUNDLE_EXIT[found.verdict];
}

/** By its first bytes: whatever it turns out to be, it is no PDF. */
async function isZip(path: string): Promise<boolean> {
  const handle = await open(path);
  try {
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(4), 0, 4, 0);
    return buffer.subarray(0, bytesRead).equals(Buffer.from('PK\u0003\u0004', 'latin1'));
  } finally {
    await handle.close();
  }
}

/**
 * `npm run verify -- file.pdf --certificates certificates.pem`, or `npm run verify -- bundle.zip --keys keys.json`:
 * checks a document or an evidence bundle without the service, its database or a network.
 */
async function main(args: string[]): Promise<number> {
  const { values, positionals } = parseArgs({
    args,
    allowPositionals: true,
    options: {
      certificates: { type: 'string' },
      'timestamp-authorities': { type: 'string' },
      sha256: { type: 'string' },
      keys: { type: 'string' },
      json: { type: 'boolean' },
      lang: { type: 'string' },
    },
  });
  const [file, ...rest] = positionals;
  const { lang = 'en', sha256, keys, json } = values;
  if (file === undefined || rest.length > 0 || (lang !== 'de' && lang !== 'en')) throw new Error(USAGE);
  if (sha256 !== undefined && !/^[0-9a-f]{64}$/i.test(sha256)) throw new Error(USAGE);
  const asked: Asked = { ...values, file, lang };
  const isBundle = keys !== undefined || json === true || (await isZip(named(file)));
  return isBundle ? verifyZip(asked) : verifyPdf(asked);
}

main(process.argv.slice(2)).then(
  (code) => (process.exitCode = code),
  (error: unknown) => {
    console.error(error instanceof Error ? error.message : error);
    process.exitCode = EXIT_UNUSABLE;
  },
);
