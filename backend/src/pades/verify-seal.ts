import { createHash, verify, X509Certificate } from 'node:crypto';
import { promisify } from 'node:util';
import { setImmediate as breathe } from 'node:timers/promises';
import {
  type CmsContent,
  type CmsFrame,
  encodeCms,
  FIRST_STYLE,
  objectId,
  signedBytes,
  styleFor,
} from './build-cms.js';
import { readShape, valueOf } from './cms-shape.js';
import { lowerOf } from './low-s.js';
import { OID } from './oids.js';
import { CmsInvalid } from './parse-cms.js';

const verifyAsync = promisify(verify);

/** A seal whose bytes are all accounted for. */
export interface ReadSeal {
  /** The sealing certificate, DER as it stands. */
  readonly certificate: Buffer;
  /** The signature's value: what a timestamp is about. */
  readonly signature: Buffer;
  /** `malformed`: there is something where a timestamp stands that is not exactly one. */
  readonly timestamp: Buffer | 'none' | 'malformed';
  /** Whether it names its algorithms among what is signed, as those of today do. */
  readonly namesAlgorithms: boolean;
  /** Those that came along, the signer's first. */
  readonly chain: readonly [Buffer, ...Buffer[]];
  /** The CMS as it stands. */
  readonly der: Buffer;
}

function timestampIn(unsigned: readonly Buffer[] | undefined): ReadSeal['timestamp'] {
  if (unsigned === undefined) return 'none';
  const [attribute, ...others] = unsigned;
  if (attribute === undefined || others.length > 0) return 'malformed';
  return valueOf(attribute, objectId(OID.timestampToken)) ?? 'malformed';
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
    timestamp: timestampIn(signer.unsignedAttributes),
    namesAlgorithms: signer.signedAttributes.some((one) => one.includes(objectId(OID.algorithmProtection))),
    chain: [certificate, ...issuers],
    der,
  };
}

const isIssuedBy = (one: X509Certificate, issuer: X509Certificate): boolean =>
  one.checkIssued(issuer) && one.verify(issuer.publicKey);

/** Each certificate is signed by the next one. What the last one says, nothing here looks at. */
function isChain(chain: readonly Buffer[]): boolean {
  const certificates = chain.map((der) => new X509Certificate(der));
  return certificates.every((one, index) => {
    const issuer = certificates[index + 1];
    return issuer === undefined || isIssuedBy(one, issuer);
  });
}

/**
 * Whether all certificates of a seal that holds are bound: named among what is signed, or, in the first style, by
 * the one that follows, up to the last one, which signs itself or is known byte for byte. Nothing follows one that
 * signs itself.
 * @param known SHA-256 (hexadecimal) of certificates that the operator gave
 */
export function bindsChain({ chain, namesAlgorithms }: ReadSeal, known: ReadonlySet<string>): boolean {
  // The signer's own is always a known one.
  if (namesAlgorithms || chain.length === 1) return true;
  const certificates = chain.map((der) => new X509Certificate(der));
  const ends = certificates.map((one) => isIssuedBy(one, one));
  const last = createHash('sha256')
    .update(chain.at(-1) ?? '')
    .digest('hex');
  return !ends.slice(0, -1).includes(true) && (ends.at(-1) === true || known.has(last));
}

/**
 * Whether a seal holds over this content. It is made anew from its own parts in the style that it can have
 * (rule:seal-has-one-spelling): only where that gives the same bytes is its value looked at. So nothing can stand
 * in it that was not sealed, but for the timestamp, which is looked at by itself.
 */
export async function sealHolds(seal: ReadSeal, content: Buffer): Promise<boolean> {
  if (seal.timestamp === 'malformed') return false;
  try {
    const { publicKey } = new X509Certificate(seal.certificate);
    const covered: CmsContent = { type: OID.data, bytes: content, detached: true };
    const style = seal.namesAlgorithms ? styleFor(publicKey) : FIRST_STYLE;
    const frame: CmsFrame = { style, content: covered, chain: seal.chain, key: publicKey };
    // A large file is hashed in one piece: between two of them others have their turn.
    await breathe();
    const token = seal.timestamp === 'none' ? undefined : seal.timestamp;
    if (!encodeCms(frame, seal.signature, token).equals(seal.der)) return false;
    if (!style.namesChain && !isChain(seal.chain)) return false;
    if (style.lowS && !lowerOf(seal.signature, publicKey).equals(seal.signature)) return false;
    await breathe();
    return await verifyAsync(style.digest, signedBytes(frame), publicKey, seal.signature);
  } catch {
    // What came along as a certificate may be anything.
    return false;
  }
}
