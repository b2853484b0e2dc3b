import { createHash, type X509Certificate } from 'node:crypto';
import { open, readdir, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { Language } from '@siegel/contracts/enums';
import { VERIFY_MAX_BYTES } from '@siegel/contracts/limits';
import { rootsOf, systemRoots } from '../pades/trusted-chain.js';
import { UsageError, OperatorError } from '../platform/errors/operator-error.js';
import { type BundleVerdict, verifyBundle } from '../proof/bundle/verify-bundle.js';
import { verifyDocument } from '../verification/verify-document.js';
import { bundleLine, bundleText } from './bundle-report.js';
import { EXIT, type ExitCode } from './command.js';
import { documentLine, documentText } from './document-report.js';
import { readArgumentFile, readArgumentBytes } from './argument-file.js';
import { openFileSource } from './file-source.js';
import { trustedKeysAt } from './trusted-keys.js';

export interface VerifyCall {
  readonly file: string;
  readonly lang: Language;
  readonly json: boolean;
  /** Hexadecimal in lower case. */
  readonly sha256: string | undefined;
  readonly keys: string | undefined;
  readonly certificates: string | undefined;
  /**
   * Path of the certificates of the authorities whose timestamps are trusted. Default: the authorities that
   * Node knows.
   */
  readonly authorities: string | undefined;
}

type Print = (line: string) => void;

async function certificatesAt(path: string): Promise<readonly X509Certificate[]> {
  if (!(await stat(path)).isDirectory()) return rootsOf(await readFile(path, 'utf8'));
  const files = (await readdir(path)).filter((name) => /\.(pem|crt|cer)$/.test(name));
  const texts = await Promise.all(files.map((name) => readFile(join(path, name), 'utf8')));
  return rootsOf(texts.join('\n'));
}

async function fingerprintsAt(path: string): Promise<Set<string>> {
  const certificates = await readArgumentFile(path, certificatesAt);
  return new Set(certificates.map(({ raw }) => createHash('sha256').update(raw).digest('hex')));
}

async function verifyPdf(call: VerifyCall, print: Print): Promise<ExitCode> {
  const { file, lang, json, sha256, certificates, authorities } = call;
  if (certificates === undefined)
    throw new UsageError(
      "--certificates is missing: a document is checked against the operator's certificates.",
    );
  if ((await readArgumentFile(file, stat)).size > VERIFY_MAX_BYTES)
    throw new OperatorError(
      `${file} has more than ${VERIFY_MAX_BYTES} bytes, so it is not a Siegel document.`,
    );
  const fingerprints = await fingerprintsAt(certificates);
  const timestampRoots =
    authorities === undefined ? systemRoots() : await readArgumentFile(authorities, certificatesAt);
  const bytes = await readArgumentBytes(file);
  const checksum = createHash('sha256').update(bytes).digest('hex');
  const found = await verifyDocument(bytes, {
    trust: async () => ({ fingerprints, timestampRoots }),
    record: undefined,
    now: () => new Date(),
  });
  const isAsked = sha256 === undefined || sha256 === checksum;
  print(json ? documentLine(found, checksum, isAsked) : documentText(found, checksum, isAsked, lang));
  return found.verdict === 'authentic' && isAsked ? EXIT.done : EXIT.notDone;
}

async function bundleAt({ file, keys, certificates }: VerifyCall): Promise<BundleVerdict> {
  const trusted = keys === undefined ? undefined : await trustedKeysAt(keys);
  const fingerprints = certificates === undefined ? undefined : await fingerprintsAt(certificates);
  const source = await readArgumentFile(file, async (path) => openFileSource(path));
  try {
    return verifyBundle(source, { keys: trusted, certificates: fingerprints });
  } finally {
    source.close();
  }
}

async function verifyZip(call: VerifyCall, print: Print): Promise<ExitCode> {
  const found = await bundleAt(call);
  print(call.json ? bundleLine(found) : bundleText(found, call.lang));
  return found.verdict === 'intact' ? EXIT.done : EXIT.notDone;
}

/** Determines the file's type from its first bytes. A file of type `other` may be a damaged ZIP or PDF. */
async function beginningOf(path: string): Promise<'zip' | 'pdf' | 'other'> {
  const handle = await open(path);
  try {
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(5), 0, 5, 0);
    const beginning = buffer.subarray(0, bytesRead).toString('latin1');
    if (beginning.startsWith('PK\u0003\u0004')) return 'zip';
    return beginning === '%PDF-' ? 'pdf' : 'other';
  } finally {
    await handle.close();
  }
}

/**
 * Checks a document or an evidence bundle without the service, its database or a network.
 *
 * - If the call names keys, or the file begins like a ZIP, the file is checked as a bundle.
 * - Otherwise, if the file begins like a PDF, it is checked as a document.
 * - Any other file is checked as a bundle if JSON output is requested, and as a document if not.
 *
 * @returns 0 if the document is authentic or the bundle is intact
 * @throws UsageError if a file that the call names cannot be read
 */
export async function verify(call: VerifyCall, print: Print): Promise<ExitCode> {
  const beginning = await readArgumentFile(call.file, beginningOf);
  const isBundle = call.keys !== undefined || beginning === 'zip' || (call.json && beginning !== 'pdf');
  return isBundle ? verifyZip(call, print) : verifyPdf(call, print);
}
