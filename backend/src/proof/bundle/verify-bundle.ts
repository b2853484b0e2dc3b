import { createHash } from 'node:crypto';
import { BUNDLE_KINDS, type BundleKind, type BundleState } from '@siegel/contracts/verification/bundle-kinds';
import type { PublicKeyRecord } from '../../vault/public-key-record.js';
import { type BundleContent, BundleFault, CERTIFICATES, KEYS, refuse } from './bundle-files.js';
import { checkAgreement } from './check-agreement.js';
import { checkEvents } from './check-events.js';
import { checkOpenings } from './check-openings.js';
import { checkProofs, checkReceipts } from './check-proofs.js';
import { readBundle } from './read-bundle.js';
import { readZip } from './read-zip.js';

/** What whoever checks was given in another way. */
export interface BundleTrust {
  /** Undefined: none were given, and then nothing is said of who made the bundle. */
  readonly keys: readonly PublicKeyRecord[] | undefined;
  /** SHA-256 of DER, hexadecimal; undefined: whose the certificates are is not asked. */
  readonly certificates: ReadonlySet<string> | undefined;
}

/** What a bundle is about, as far as it holds. */
export interface BundleFacts {
  readonly stream: string;
  readonly events: number;
  /** When the checkpoint was signed, ISO 8601 UTC. */
  readonly checkpointAt: string;
  /** Commitments that are not opened. */
  readonly shut: number;
}

export interface BundleVerdict {
  readonly verdict: BundleState;
  /** Null where it is intact. */
  readonly kind: BundleKind | null;
  readonly at: string | null;
  /** Where everything fits together. */
  readonly facts: BundleFacts | undefined;
}

/**
 * What can be said of a file that may be anything (rule:evidence-bundle): reads nothing but the file, and ends at the
 * first check that does not hold. Pure.
 */
export function verifyBundle(file: Buffer, trust: BundleTrust): BundleVerdict {
  let facts: BundleFacts | undefined;
  try {
    const content = readBundle(readZip(file));
    facts = checkContent(content);
    checkTrust(content, trust);
    return { verdict: 'intact', kind: null, at: null, facts };
  } catch (error) {
    if (!(error instanceof BundleFault)) throw error;
    const { kind, at } = error;
    return { verdict: BUNDLE_KINDS[kind].verdict, kind, at, facts };
  }
}

/** @throws BundleFault */
function checkContent(content: BundleContent): BundleFacts {
  const { stream, openings, checkpoint } = content;
  const events = checkEvents(stream, content.events);
  const disclosed = checkOpenings(events, openings);
  checkAgreement(events, disclosed, content);
  checkReceipts(stream, events, content);
  checkProofs(events, content);
  const shut = openings.filter(({ state }) => state !== 'opened').length;
  return { stream, events: events.length, checkpointAt: checkpoint.at, shut };
}

/** Comes last, so that a doubt never hides that something is broken. @throws BundleFault */
function checkTrust({ keys, certificates }: BundleContent, trust: BundleTrust): void {
  const trusted = trust.keys ?? refuse('consistent_in_itself');
  const isTrusted = ({ keyId, publicKey }: PublicKeyRecord): boolean =>
    trusted.some((key) => key.keyId === keyId && key.publicKey === publicKey);
  if (!keys.every(isTrusted)) refuse('key_unknown', KEYS);
  const fingerprints = certificates.map((der) => createHash('sha256').update(der).digest('hex'));
  if (trust.certificates !== undefined && !fingerprints.every((one) => trust.certificates?.has(one)))
    refuse('certificate_unknown', CERTIFICATES);
}
