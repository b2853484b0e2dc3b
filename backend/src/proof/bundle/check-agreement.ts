import { createHash } from 'node:crypto';
import { AGREEMENT, type BundleContent, CERTIFICATES, DOCUMENT, EVENTS, refuse } from './bundle-files.js';
import type { ProvenEvent } from './check-events.js';
import { type Disclosed, isErased } from './check-openings.js';
import { isBase64, isHash } from './spelling.js';

const CREATED = 'NdaCreated';
/**
 * Events that repeat the hash or the commitment of the agreement after the creation event
 * (rule:agreement-commitment).
 */
const NAMING: readonly string[] = ['Party1Signed', 'Party2Signed', 'NdaCompleted'];
const SEALED = 'DocumentSealed';

const sha256 = (...parts: readonly Uint8Array[]): string =>
  parts.reduce((hash, part) => hash.update(part), createHash('sha256')).digest('hex');

/**
 * The agreement that the creation event names. Version 1 of the event contains the agreement's hash, from
 * which `commitment` is computed. Later versions contain only the commitment, so `hash` is undefined.
 */
interface Named {
  readonly hash: string | undefined;
  readonly commitment: string;
}

/**
 * Compares the agreement, the document and the certificates with the values that the events contain. Pure.
 * @throws BundleFault
 */
export function checkAgreement(
  events: readonly ProvenEvent[],
  disclosed: Disclosed,
  content: Pick<BundleContent, 'agreement' | 'document' | 'certificates' | 'openings'>,
): void {
  const named = namedBy(events[0]) ?? refuse('agreement_wrong', EVENTS, 0);
  for (const event of events)
    if (NAMING.includes(event.name) && !namesSame(event, named))
      refuse('agreement_wrong', EVENTS, event.revision);
  checkText(named, disclosed, content.agreement);
  checkDocument(events, content);
}

function namedBy(created: ProvenEvent | undefined): Named | undefined {
  if (created?.name !== CREATED) return undefined;
  const { agreementHash: hash, agreementCommitment: commitment } = created.open;
  if (created.version > 1) return isHash(commitment) ? { hash: undefined, commitment } : undefined;
  return isHash(hash) ? { hash, commitment: sha256(Buffer.from(hash, 'hex')) } : undefined;
}

const namesSame = ({ version, open }: ProvenEvent, { hash, commitment }: Named): boolean =>
  version > 1
    ? open['agreementCommitment'] === commitment
    : hash !== undefined && open['agreementHash'] === hash;

/** @param created the disclosed personal part of the creation event */
function checkText(
  { hash, commitment }: Named,
  created: Readonly<Record<string, unknown>> | undefined,
  text: Buffer | undefined,
): void {
  if (created === undefined && text === undefined) return;
  if (created === undefined) refuse('extra_file', AGREEMENT);
  if (text === undefined) refuse('missing_file', AGREEMENT);
  const found = sha256(text);
  if (hash !== undefined) {
    if (found !== hash) refuse('agreement_wrong', AGREEMENT);
    return;
  }
  const { agreementHash, agreementSalt } = created;
  const isProven =
    agreementHash === found &&
    isBase64(32)(agreementSalt) &&
    sha256(Buffer.from(agreementSalt, 'base64'), Buffer.from(found, 'hex')) === commitment;
  if (!isProven) refuse('agreement_wrong', AGREEMENT);
}

/**
 * Checks the document and the certificates. The events name every sealed version of the document, but the
 * bundle contains only the newest version.
 */
function checkDocument(
  events: readonly ProvenEvent[],
  { document, certificates, openings }: Pick<BundleContent, 'document' | 'certificates' | 'openings'>,
): void {
  const sealed = events.filter(({ name }) => name === SEALED);
  const last = sealed.at(-1);
  const isThere =
    last !== undefined && !isErased(events) && openings.every(({ state }) => state !== 'key_missing');
  if (isThere && document === undefined) refuse('missing_file', DOCUMENT);
  if (!isThere && document !== undefined) refuse('extra_file', DOCUMENT);
  if (document !== undefined && last !== undefined) {
    const { documentHash, bytes } = last.open;
    if (documentHash !== sha256(document) || bytes !== document.length) refuse('document_wrong', DOCUMENT);
  }
  const named = certificateHashes(sealed.map(({ open }) => open));
  const found = certificates.map((der) => sha256(der));
  if (named.length !== found.length || named.some((hash, n) => hash !== found[n]))
    refuse('certificate_wrong', CERTIFICATES);
}

/**
 * Returns the hashes of the certificates that sealed the documents. Each hash occurs once, in the order of
 * first use.
 */
export const certificateHashes = (sealed: readonly Readonly<Record<string, unknown>>[]): string[] => [
  ...new Set(sealed.map(({ certificateHash }) => certificateHash).filter((hash) => typeof hash === 'string')),
];
