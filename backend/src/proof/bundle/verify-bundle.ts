import { createHash } from 'node:crypto';
import { BUNDLE_KINDS, type BundleKind, type BundleState } from '@siegel/contracts/verification/bundle-kinds';
import type { PublicKeyRecord } from '../../vault/public-key-record.js';
import { type BundleContent, BundleFault, CERTIFICATES, KEYS, refuse } from './bundle-files.js';
import type { ByteSource } from './byte-source.js';
import { checkAgreement } from './check-agreement.js';
import { checkEvents } from './check-events.js';
import { checkOpenings } from './check-openings.js';
import { checkProofs, checkReceipts } from './check-proofs.js';
import { readBundle } from './read-bundle.js';
import { readZip } from './read-zip.js';

/** Trusted keys and certificates. The verifier got them separately from the bundle. */
export interface BundleTrust {
  /** Undefined if no keys were given. The verdict then does not say who made the bundle. */
  readonly keys: readonly PublicKeyRecord[] | undefined;
  /** SHA-256 of each DER, hexadecimal. Undefined if the owner of the certificates is not checked. */
  readonly certificates: ReadonlySet<string> | undefined;
}

/** Facts about a consistent bundle. */
export interface BundleFacts {
  readonly stream: string;
  readonly events: number;
  /** Time at which the checkpoint was signed, ISO 8601 UTC. */
  readonly checkpointAt: string;
  /** Number of commitments that are not opened. */
  readonly shut: number;
}

export interface BundleVerdict {
  readonly verdict: BundleState;
  /** Null if the bundle is intact. */
  readonly kind: BundleKind | null;
  readonly at: string | null;
  /** Set only if everything in the bundle is consistent. */
  readonly facts: BundleFacts | undefined;
}

/**
 * Returns the verdict on an arbitrary file (rule:evidence-bundle). Reads nothing but the file, and stops at
 * the first failing check.
 */
export function verifyBundle(file: Buffer | ByteSource, trust: BundleTrust): BundleVerdict {
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

/**
 * This check runs last, so that an unknown key is reported only if all other checks pass.
 * @throws BundleFault
 */
function checkTrust({ keys, certificates }: BundleContent, trust: BundleTrust): void {
  const trusted = trust.keys ?? refuse('consistent_in_itself');
  const isTrusted = ({ keyId, publicKey }: PublicKeyRecord): boolean =>
    trusted.some((key) => key.keyId === keyId && key.publicKey === publicKey);
  if (!keys.every(isTrusted)) refuse('key_unknown', KEYS);
  const fingerprints = certificates.map((der) => createHash('sha256').update(der).digest('hex'));
  if (trust.certificates !== undefined && !fingerprints.every((one) => trust.certificates?.has(one)))
    refuse('certificate_unknown', CERTIFICATES);
}
