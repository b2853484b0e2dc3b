import { createHash, verify, X509Certificate } from 'node:crypto';
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
import { objectId } from './object-id.js';
import { readShape, valueOf } from './cms-shape.js';
import { lowSFormOf } from './low-s.js';
import { OID } from './oids.js';
import { CmsInvalid } from './cms-invalid.js';
import { isIssuedBy } from './trusted-chain.js';

const verifyAsync = promisify(verify);

/** A parsed seal. `readSeal` refuses a CMS that has parts that our seals do not have. */
export interface ReadSeal {
  /** The sealing certificate, original DER. */
  readonly certificate: Buffer;
  /** The bytes of the signature itself. A timestamp covers exactly these bytes. */
  readonly signature: Buffer;
  /**
   * The timestamp token. `malformed` means that there are unsigned attributes, but not exactly one timestamp.
   */
  readonly timestamp: Buffer | 'none' | 'malformed';
  /** True if the signed attributes name the algorithms. Only the current style does so. */
  readonly namesAlgorithms: boolean;
  /** The certificates in the seal. The signer's certificate comes first. */
  readonly chain: readonly [Buffer, ...Buffer[]];
  /** The CMS in its original bytes. */
  readonly der: Buffer;
}

/**
 * Maximum number of certificates in a seal. The certificates of a chain have at most 8,192 bytes together
 * (see `CHAIN_MAX_BYTES`), and each certificate has at least 256.
 */
const CHAIN_CERTIFICATES_MAX = 32;

function timestampIn(unsigned: readonly Buffer[] | undefined): ReadSeal['timestamp'] {
  if (unsigned === undefined) return 'none';
  const [attribute, ...others] = unsigned;
  if (attribute === undefined || others.length > 0) return 'malformed';
  return valueOf(attribute, objectId(OID.timestampToken)) ?? 'malformed';
}

/** Parses a CMS without verifying it. @throws CmsInvalid if it does not have the structure of our seals */
export function readSeal(der: Buffer): ReadSeal {
  const { certificates, signer, content } = readShape(der, CHAIN_CERTIFICATES_MAX);
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

/** True if each certificate is signed by the next one. The issuer of the last certificate is not checked. */
async function isChain(chain: readonly Buffer[]): Promise<boolean> {
  const certificates = chain.map((der) => new X509Certificate(der));
  for (const [at, one] of certificates.entries()) {
    const issuer = certificates[at + 1];
    if (issuer !== undefined && !(await isIssuedBy(one, issuer))) return false;
  }
  return true;
}

/**
 * True if all certificates in a valid seal are bound to the seal. In the current style, the signed attributes
 * name all certificates. In the first style, each certificate is bound by the next certificate, which signed
 * it. The last certificate must be self-signed or known byte for byte, and no earlier certificate may be
 * self-signed.
 * @param known SHA-256 (hexadecimal) of the operator's certificates
 */
export async function bindsChain(
  { chain, namesAlgorithms }: ReadSeal,
  known: ReadonlySet<string>,
): Promise<boolean> {
  // The signer's own certificate is always among the known certificates.
  if (namesAlgorithms || chain.length === 1) return true;
  const certificates = chain.map((der) => new X509Certificate(der));
  for (const one of certificates.slice(0, -1)) if (await isIssuedBy(one, one)) return false;
  const last = certificates.at(-1);
  const hash = createHash('sha256')
    .update(chain.at(-1) ?? '')
    .digest('hex');
  return known.has(hash) || (last !== undefined && (await isIssuedBy(last, last)));
}

/**
 * True if a seal is valid for this content. First encodes the seal's parts again in the seal's style, and
 * requires the result to equal the seal's bytes (rule:seal-has-one-spelling). Then verifies the signature. A
 * valid seal therefore contains no unsigned data except the timestamp, which is verified separately, and, in
 * the first style, the issuers' certificates (see `bindsChain`).
 */
export async function isSealValid(seal: ReadSeal, content: Buffer): Promise<boolean> {
  if (seal.timestamp === 'malformed') return false;
  try {
    const { publicKey } = new X509Certificate(seal.certificate);
    const covered: CmsContent = { type: OID.data, bytes: content, detached: true };
    const style = seal.namesAlgorithms ? styleFor(publicKey) : FIRST_STYLE;
    const frame: CmsFrame = { style, content: covered, chain: seal.chain, key: publicKey };
    // Node hashes a large file without a break, so `breathe` lets other work run before and after the
    // hashing.
    await breathe();
    const token = seal.timestamp === 'none' ? undefined : seal.timestamp;
    if (!encodeCms(frame, seal.signature, token).equals(seal.der)) return false;
    if (style.lowS && !lowSFormOf(seal.signature, publicKey).equals(seal.signature)) return false;
    await breathe();
    if (!(await verifyAsync(style.digest, signedBytes(frame), publicKey, seal.signature))) return false;
    // Checking the signatures of certificates takes time, so the chain is checked only if the seal's
    // signature is genuine.
    return style.namesChain || (await isChain(seal.chain));
  } catch {
    // The certificates in the seal are unverified, so parsing them or using their keys may throw anything.
    return false;
  }
}
