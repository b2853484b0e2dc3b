import { verify, X509Certificate } from 'node:crypto';
import { promisify } from 'node:util';
import { setImmediate as breathe } from 'node:timers/promises';
import {
  type CmsContent,
  type CmsFrame,
  encodeCms,
  FIRST_STYLE,
  signedBytes,
  styleFor,
} from './build-cms.js';
import { readShape } from './cms-shape.js';
import { OID } from './oids.js';
import { CmsInvalid, parseCms, timestampTokenOf } from './parse-cms.js';

const verifyAsync = promisify(verify);

/** A seal whose bytes are all accounted for. */
export interface ReadSeal {
  /** The sealing certificate, DER as it stands. */
  readonly certificate: Buffer;
  /** The signature's value: what a timestamp is about. */
  readonly signature: Buffer;
  /** `malformed`: there is something where a timestamp stands that is not exactly one. */
  readonly timestamp: Buffer | 'none' | 'malformed';
  /** Those that came along, the signer's first. */
  readonly chain: readonly [Buffer, ...Buffer[]];
  /** The CMS as it stands. */
  readonly der: Buffer;
}

function timestampIn(der: Buffer, hasUnsigned: boolean): ReadSeal['timestamp'] {
  if (!hasUnsigned) return 'none';
  const cms = parseCms(der);
  const token = timestampTokenOf(cms);
  const attributes = cms.signer.unsignedAttrs?.attributes ?? [];
  return token === undefined || attributes.length !== 1 ? 'malformed' : token;
}

/** What a CMS says of itself. @throws CmsInvalid where it is not of the structure that every seal of ours has */
export function readSeal(der: Buffer): ReadSeal {
  const { certificates, signer, content } = readShape(der);
  const [certificate, ...issuers] = certificates;
  if (certificate === undefined) throw new CmsInvalid('certificate_missing');
  if (content !== undefined) throw new CmsInvalid('unreadable');
  return {
    certificate,
    signature: signer.signature,
    timestamp: timestampIn(der, signer.hasUnsigned),
    chain: [certificate, ...issuers],
    der,
  };
}

/** Each certificate is signed by the next one; one that stands last may sign itself. */
function isChain(chain: readonly Buffer[]): boolean {
  const certificates = chain.map((der) => new X509Certificate(der));
  return certificates.every((one, index) => {
    const issuer = certificates[index + 1];
    return issuer === undefined || (one.checkIssued(issuer) && one.verify(issuer.publicKey));
  });
}

function encoded(frame: CmsFrame, { signature, timestamp }: ReadSeal): Buffer | undefined {
  try {
    return encodeCms(frame, signature, timestamp instanceof Buffer ? timestamp : undefined);
  } catch {
    return undefined;
  }
}

/**
 * Whether a seal holds over this content. It is made anew from its own parts in each style that was ever used
 * (rule:seal-has-one-spelling): only where that gives the same bytes is its value looked at. So nothing can stand
 * in it that was not sealed, but for the timestamp, which is looked at by itself.
 */
export async function sealHolds(seal: ReadSeal, content: Buffer): Promise<boolean> {
  if (seal.timestamp === 'malformed') return false;
  try {
    const { publicKey } = new X509Certificate(seal.certificate);
    const covered: CmsContent = { type: OID.data, bytes: content, detached: true };
    for (const style of [styleFor(publicKey), FIRST_STYLE]) {
      // A large file is hashed in one piece: between two of them others have their turn.
      await breathe();
      const frame: CmsFrame = { style, content: covered, chain: seal.chain, key: publicKey };
      if (encoded(frame, seal)?.equals(seal.der) !== true) continue;
      if (!style.namesChain && !isChain(seal.chain)) return false;
      return await verifyAsync(style.digest, signedBytes(frame), publicKey, seal.signature);
    }
    return false;
  } catch {
    // What came along as a certificate may be anything.
    return false;
  }
}
