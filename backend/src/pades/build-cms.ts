import { createHash, type KeyObject } from 'node:crypto';
import { type Digest, signatureAlgorithmOf, signWith } from './issue-certificate.js';
import { issuerAndSerial } from './cms-shape.js';
import { readDer, writeDer } from './der.js';
import { lowSFormOf } from './low-s.js';
import { objectId } from './object-id.js';
import { OID } from './oids.js';
import type { SealIdentity } from './seal-identity.js';

export interface CmsContent {
  readonly type: string;
  readonly bytes: Uint8Array;
  /** True if the content is not part of the CMS but elsewhere, as with a PDF. */
  readonly detached: boolean;
}

/** Takes the signature's value and returns an RFC 3161 token (DER), or undefined if no token is available. */
export type Timestamp = (signature: Buffer) => Promise<Buffer | undefined>;

export type CmsSigner = Pick<SealIdentity, 'chain' | 'key'>;

/**
 * Options for encoding a signature. The service accepts a seal only if its bytes are exactly the bytes that
 * one of the known styles produces. The only known styles are `FIRST_STYLE` and the results of `styleFor`
 * (rule:seal-has-one-spelling).
 */
export interface CmsStyle {
  readonly digest: Digest;
  /**
   * True if the signed attributes name the digest and signature algorithms (RFC 6211). Nobody can then
   * replace an algorithm without breaking the signature.
   */
  readonly protectsAlgorithms: boolean;
  /** True if the signed attributes name the issuers' certificates too, not only the signer's. */
  readonly namesChain: boolean;
  /** True if the signature must have the lower of the two values of s that ECDSA allows for one signature. */
  readonly lowS: boolean;
}

/** Style of all seals from before event format 2, with any type of key. */
export const FIRST_STYLE: CmsStyle = {
  digest: 'sha256',
  protectsAlgorithms: false,
  namesChain: false,
  lowS: false,
};

const isP384 = (key: Pick<KeyObject, 'asymmetricKeyDetails'>): boolean =>
  key.asymmetricKeyDetails?.namedCurve === 'secp384r1';

/** Returns the style of new seals that this key signs. The digest is as strong as the key. */
export const styleFor = (key: Pick<KeyObject, 'asymmetricKeyDetails'>): CmsStyle => ({
  digest: isP384(key) ? 'sha384' : 'sha256',
  protectsAlgorithms: true,
  namesChain: true,
  lowS: true,
});

const TAG = {
  integer: 0x02,
  octets: 0x04,
  sequence: 0x30,
  set: 0x31,
  first: 0xa0,
  second: 0xa1,
} as const;
const sequence = (...parts: readonly Uint8Array[]): Buffer => writeDer(TAG.sequence, ...parts);
const set = (...parts: readonly Uint8Array[]): Buffer => writeDer(TAG.set, ...parts);
const integer = (value: number): Buffer => writeDer(TAG.integer, Buffer.of(value));
const octets = (bytes: Uint8Array): Buffer => writeDer(TAG.octets, bytes);

const DIGEST_IDS: Readonly<Record<Digest, string>> = { sha256: OID.sha256, sha384: OID.sha384 };
const hash = (digest: Digest, bytes: Uint8Array): Buffer => createHash(digest).update(bytes).digest();
const digestAlgorithm = (digest: Digest): Buffer => sequence(objectId(DIGEST_IDS[digest]));
const attribute = (type: string, ...values: readonly Uint8Array[]): Buffer =>
  sequence(objectId(type), set(...values));

/**
 * Returns an ESSCertIDv2, which names a certificate by its SHA-256. The structure omits the algorithm because
 * SHA-256 is the default (RFC 5035, section 3).
 */
const certificateId = (certificate: Uint8Array): Buffer => sequence(octets(hash('sha256', certificate)));

/**
 * Returns the value of the attribute that protects the algorithms. In it, the signature algorithm has the tag
 * [1] (RFC 6211, section 2).
 */
const algorithmProtection = (digest: Digest, algorithm: Buffer): Buffer =>
  sequence(digestAlgorithm(digest), writeDer(TAG.second, readDer(algorithm).content));

/** All input for the encoding of a CMS, except the signature's bytes and the timestamp. */
export interface CmsFrame {
  readonly style: CmsStyle;
  readonly content: CmsContent;
  /** DER, the signer's certificate first. */
  readonly chain: readonly [Uint8Array, ...Uint8Array[]];
  /** The signer's private or public key. Only its type matters. */
  readonly key: Pick<KeyObject, 'asymmetricKeyType'>;
}

const signatureAlgorithm = ({ style, key }: CmsFrame): Buffer =>
  Buffer.from(signatureAlgorithmOf(key, style.digest).toSchema().toBER(false));

/**
 * Returns the signed attributes of a PAdES baseline signature. They are sorted by their bytes, as DER
 * requires. The attribute signing-time is left out, because the PDF contains the time (ETSI EN 319 142-1,
 * 6.3).
 */
function signedAttributes(frame: CmsFrame): readonly Buffer[] {
  const { style, content, chain } = frame;
  const named = style.namesChain ? chain : chain.slice(0, 1);
  const attributes = [
    attribute(OID.contentType, objectId(content.type)),
    attribute(OID.messageDigest, octets(hash(style.digest, content.bytes))),
    attribute(OID.signingCertificateV2, sequence(sequence(...named.map(certificateId)))),
  ];
  if (style.protectsAlgorithms)
    attributes.push(
      attribute(OID.algorithmProtection, algorithmProtection(style.digest, signatureAlgorithm(frame))),
    );
  return attributes.toSorted((a, b) => Buffer.compare(a, b));
}

/**
 * Returns the bytes to sign: the signed attributes with the tag of a SET. Inside the CMS, the attributes have
 * a different tag (RFC 5652, 5.4).
 */
export const signedBytes = (frame: CmsFrame): Buffer => set(...signedAttributes(frame));

const encapsulated = ({ type, bytes, detached }: CmsContent): Buffer =>
  detached ? sequence(objectId(type)) : sequence(objectId(type), writeDer(TAG.first, octets(bytes)));

/**
 * Returns CMS SignedData (RFC 5652) with one signer and its certificate chain, in DER. The same arguments
 * always produce the same bytes.
 * @throws CmsInvalid if the signer's certificate cannot be parsed
 */
export function encodeCms(frame: CmsFrame, signature: Uint8Array, token?: Uint8Array): Buffer {
  const { style, content, chain } = frame;
  const signer = sequence(
    integer(1),
    sequence(issuerAndSerial(Buffer.from(chain[0]))),
    digestAlgorithm(style.digest),
    writeDer(TAG.first, ...signedAttributes(frame)),
    signatureAlgorithm(frame),
    octets(signature),
    ...(token === undefined ? [] : [writeDer(TAG.second, attribute(OID.timestampToken, token))]),
  );
  const signed = sequence(
    integer(content.type === OID.data ? 1 : 3),
    set(digestAlgorithm(style.digest)),
    encapsulated(content),
    writeDer(TAG.first, ...chain),
    set(signer),
  );
  return sequence(objectId(OID.signedData), writeDer(TAG.first, signed));
}

/** Signs the content and returns the CMS. Without `style`, uses the style of new seals for this key. */
export async function signCms(
  content: CmsContent,
  { chain, key }: CmsSigner,
  timestamp?: Timestamp,
  style = styleFor(key),
): Promise<Buffer> {
  const frame: CmsFrame = { style, content, chain, key };
  const signed = await signWith(style.digest, signedBytes(frame), key);
  const signature = style.lowS ? lowSFormOf(signed, key) : signed;
  return encodeCms(frame, signature, await timestamp?.(signature));
}
