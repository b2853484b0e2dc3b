import 'reflect-metadata';
import { createHash, type X509Certificate } from 'node:crypto';
import { readdir, readFile, stat } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import type { Language } from '@siegel/contracts/enums';
import { formatTimestamp } from '@siegel/contracts/formats';
import { VERIFY_MAX_BYTES } from '@siegel/contracts/limits';
import { REASON_TEXTS } from '@siegel/contracts/verification/reasons';
import { callersFolder } from '../platform/config/process-environment.js';
import { rootsOf, systemRoots } from '../pades/trusted-chain.js';
import { type Verification, verifyDocument } from '../verification/verify-document.js';

const USAGE = `Usage: npm run verify -- <file.pdf> --certificates <PEM file, or folder of them> [--timestamp-authorities <PEM file>] [--sha256 <checksum of the file>] [--lang de|en]
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

/**
 * `npm run verify -- file.pdf --certificates certificates.pem`: checks a document without the service, its
 * database or a network.
 */
async function main(args: string[]): Promise<number> {
  const { values, positionals } = parseArgs({
    args,
    allowPositionals: true,
    options: {
      certificates: { type: 'string' },
      'timestamp-authorities': { type: 'string' },
      sha256: { type: 'string' },
      lang: { type: 'string' },
    },
  });
  const [file, ...rest] = positionals;
  const { certificates, lang = 'en', sha256, 'timestamp-authorities': authorities } = values;
  if (file === undefined || certificates === undefined || rest.length > 0 || (lang !== 'de' && lang !== 'en'))
    throw new Error(USAGE);
  if (sha256 !== undefined && !/^[0-9a-f]{64}$/i.test(sha256)) throw new Error(USAGE);
  if ((await stat(named(file))).size > VERIFY_MAX_BYTES)
    throw new Error(`${file} has more than ${VERIFY_MAX_BYTES} bytes: it is no document of ours.`);
  const fingerprints = new Set(
    (await certificatesAt(named(certificates))).map(({ raw }) =>
      createHash('sha256').update(raw).digest('hex'),
    ),
  );
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

main(process.argv.slice(2)).then(
  (code) => (process.exitCode = code),
  (error: unknown) => {
    console.error(error instanceof Error ? error.message : error);
    process.exitCode = EXIT_UNUSABLE;
  },
);
