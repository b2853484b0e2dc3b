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

/** A parsed seal. Parsing refuses a CMS that has any other parts than our seals. */
export interface ReadSeal {
  /** The sealing certificate, original DER. */
  readonly certificate: Buffer;
  /** The signature's value. A timestamp covers exactly this. */
  readonly signature: Buffer;
  /** Token of the timestamp. `malformed`: the unsigned attributes are not exactly one timestamp. */
  readonly timestamp: Buffer | 'none' | 'malformed';
  /** True if the signed attributes name the algorithms, as in the current style. */
  readonly namesAlgorithms: boolean;
  /** The supplied certificates, the signer's first. */
  readonly chain: readonly [Buffer, ...Buffer[]];
  /** The CMS in its original bytes. */
  readonly der: Buffer;
}

/**
 * Maximum number of certificates in a seal. The chain of SEAL_P12 has at most 8,192 bytes, and no certificate
 * has fewer than 256.
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
 * True if all certificates of a valid seal are bound to it. In the current style, the signed attributes name
 * the certificates. In the first style, each certificate is bound by the next certificate. The last
 * certificate must sign itself or be known byte for byte, and no certificate may follow a self-signed one.
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
 * True if a seal is valid for this content. The seal's parts are first encoded again in the seal's style. The
 * result must equal the seal's bytes (rule:seal-has-one-spelling). Only then is the signature's value
 * verified. So the seal cannot contain anything unsealed except the timestamp, which is verified separately.
 */
export async function isSealValid(seal: ReadSeal, content: Buffer): Promise<boolean> {
  if (seal.timestamp === 'malformed') return false;
  try {
    const { publicKey } = new X509Certificate(seal.certificate);
    const covered: CmsContent = { type: OID.data, bytes: content, detached: true };
    const style = seal.namesAlgorithms ? styleFor(publicKey) : FIRST_STYLE;
    const frame: CmsFrame = { style, content: covered, chain: seal.chain, key: publicKey };
    // A large file is hashed without interruption, so pauses before and after the hashing let other work run.
    await breathe();
    const token = seal.timestamp === 'none' ? undefined : seal.timestamp;
    if (!encodeCms(frame, seal.signature, token).equals(seal.der)) return false;
    if (style.lowS && !lowSFormOf(seal.signature, publicKey).equals(seal.signature)) return false;
    await breathe();
    if (!(await verifyAsync(style.digest, signedBytes(frame), publicKey, seal.signature))) return false;
    // Only a genuine signature makes the keys of the supplied certificates worth their time.
    return style.namesChain || (await isChain(seal.chain));
  } catch {
    // The supplied certificates are unverified and may be anything.
    return false;
  }
}
