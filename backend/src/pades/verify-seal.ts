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
import { lowSFormOf } from './low-s.js';
import { OID } from './oids.js';
import { CmsInvalid } from './parse-cms.js';

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

function timestampIn(unsigned: readonly Buffer[] | undefined): ReadSeal['timestamp'] {
  if (unsigned === undefined) return 'none';
  const [attribute, ...others] = unsigned;
  if (attribute === undefined || others.length > 0) return 'malformed';
  return valueOf(attribute, objectId(OID.timestampToken)) ?? 'malformed';
}

/** Parses a CMS without verifying it. @throws CmsInvalid if it does not have the structure of our seals */
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

/** True if each certificate is signed by the next one. The issuer of the last certificate is not checked. */
function isChain(chain: readonly Buffer[]): boolean {
  const certificates = chain.map((der) => new X509Certificate(der));
  return certificates.every((one, index) => {
    const issuer = certificates[index + 1];
    return issuer === undefined || isIssuedBy(one, issuer);
  });
}

/**
 * True if all certificates of a valid seal are bound to it. In the current style, the signed attributes name
 * the certificates. In the first style, each certificate is bound by the next certificate. The last
 * certificate must sign itself or be known byte for byte, and no certificate may follow a self-signed one.
 * @param known SHA-256 (hexadecimal) of the operator's certificates
 */
export function bindsChain({ chain, namesAlgorithms }: ReadSeal, known: ReadonlySet<string>): boolean {
  // The signer's own certificate is always among the known certificates.
  if (namesAlgorithms || chain.length === 1) return true;
  const certificates = chain.map((der) => new X509Certificate(der));
  const ends = certificates.map((one) => isIssuedBy(one, one));
  const last = createHash('sha256')
    .update(chain.at(-1) ?? '')
    .digest('hex');
  return !ends.slice(0, -1).includes(true) && (ends.at(-1) === true || known.has(last));
}

/**
 * True if a seal is valid for this content. The seal's own parts are encoded again in its style, which must
 * give the seal's bytes (rule:seal-has-one-spelling). Only then is the signature's value verified. So the
 * seal cannot contain anything unsealed except the timestamp, which is verified separately.
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
    if (!style.namesChain && !isChain(seal.chain)) return false;
    if (style.lowS && !lowSFormOf(seal.signature, publicKey).equals(seal.signature)) return false;
    await breathe();
    return await verifyAsync(style.digest, signedBytes(frame), publicKey, seal.signature);
  } catch {
    // The supplied certificates are unverified and may be anything.
    return false;
  }
}
