import { createHash, type KeyObject } from 'node:crypto';
import * as asn1 from 'asn1js';
import {
  AlgorithmIdentifier,
  Attribute,
  Certificate,
  ContentInfo,
  EncapsulatedContentInfo,
  IssuerAndSerialNumber,
  SignedAndUnsignedAttributes,
  SignedData,
  SignerInfo,
} from 'pkijs';
import { type Digest, signatureAlgorithmOf, signWith } from './issue-certificate.js';
import { OID } from './oids.js';
import type { SealIdentity } from './seal-identity.js';

/** Tags of the two sets of attributes in a SignerInfo. */
const SIGNED = 0;
const UNSIGNED = 1;
const SET_TAG = 0x31;

export interface CmsContent {
  readonly type: string;
  readonly bytes: Uint8Array;
  /** Left out of the CMS where it lies elsewhere, as with a PDF. */
  readonly detached: boolean;
}

/**
 * Gets the signature's value, gives a token of RFC 3161 (DER), or undefined where there is none to be had.
 */
export type Timestamp = (signature: Buffer) => Promise<Buffer | undefined>;

export type CmsSigner = Pick<SealIdentity, 'chain' | 'key'>;

/**
 * How a signature is made. There is a closed list of these: a seal is accepted in exactly the bytes that one of
 * them gives (rule:seal-has-one-spelling).
 */
export interface CmsStyle {
  readonly digest: Digest;
  /** Names the algorithms among what is signed (RFC 6211), so that none can be exchanged for another. */
  readonly protectsAlgorithms: boolean;
  /** Names the issuers' certificates too, not only the signer's. */
  readonly namesChain: boolean;
}

/** Of every seal until event format 2, with any key. */
export const FIRST_STYLE: CmsStyle = { digest: 'sha256', protectsAlgorithms: false, namesChain: false };

const isP384 = (key: Pick<KeyObject, 'asymmetricKeyDetails'>): boolean =>
  key.asymmetricKeyDetails?.namedCurve === 'secp384r1';

/** What a key seals with now: a digest that is as strong as the key. */
export const styleFor = (key: Pick<KeyObject, 'asymmetricKeyDetails'>): CmsStyle => ({
  digest: isP384(key) ? 'sha384' : 'sha256',
  protectsAlgorithms: true,
  namesChain: true,
});

const DIGEST_IDS: Readonly<Record<Digest, string>> = { sha256: OID.sha256, sha384: OID.sha384 };
const hash = (digest: Digest, bytes: Uint8Array): Uint8Array<ArrayBuffer> =>
  Uint8Array.from(createHash(digest).update(bytes).digest());
const derOf = (block: { toSchema(): asn1.BaseBlock }): Buffer => Buffer.from(block.toSchema().toBER(false));
const digestAlgorithm = (digest: Digest): AlgorithmIdentifier =>
  new AlgorithmIdentifier({ algorithmId: DIGEST_IDS[digest] });

/** ESSCertIDv2 with SHA-256, which is its default and therefore left out (RFC 5035, section 3). */
const certificateId = (certificate: Uint8Array): asn1.Sequence =>
  new asn1.Sequence({ value: [new asn1.OctetString({ valueHex: hash('sha256', certificate) })] });

const signingCertificate = (certificates: readonly Uint8Array[]): asn1.Sequence =>
  new asn1.Sequence({ value: [new asn1.Sequence({ value: certificates.map(certificateId) })] });

/** The signature's algorithm under its tag [1] (RFC 6211, section 2). */
function algorithmProtection({ digest }: CmsStyle, algorithm: AlgorithmIdentifier): asn1.Sequence {
  const signature = algorithm.toSchema();
  return new asn1.Sequence({
    value: [
      digestAlgorithm(digest).toSchema(),
      new asn1.Constructed({ idBlock: { tagClass: 3, tagNumber: 1 }, value: signature.valueBlock.value }),
    ],
  });
}

/** What the encoding of a signature follows from, but for its value. */
export interface CmsFrame {
  readonly style: CmsStyle;
  readonly content: CmsContent;
  /** DER, the signer's first. */
  readonly chain: readonly [Uint8Array, ...Uint8Array[]];
  /** Of the signer; either half. */
  readonly key: Pick<KeyObject, 'asymmetricKeyType'>;
}

const signatureAlgorithm = ({ style, key }: CmsFrame): AlgorithmIdentifier =>
  signatureAlgorithmOf(key, style.digest);

/**
 * Those of a PAdES baseline signature; no signing-time, which stands in the PDF (ETSI EN 319 142-1, 6.3). In the
 * order of their bytes, as DER has it.
 */
function signedAttributes(frame: CmsFrame): SignedAndUnsignedAttributes {
  const { style, content, chain } = frame;
  const attributes = [
    new Attribute({ type: OID.contentType, values: [new asn1.ObjectIdentifier({ value: content.type })] }),
    new Attribute({
      type: OID.messageDigest,
      values: [new asn1.OctetString({ valueHex: hash(style.digest, content.bytes) })],
    }),
    new Attribute({
      type: OID.signingCertificateV2,
      values: [signingCertificate(style.namesChain ? chain : chain.slice(0, 1))],
    }),
    ...(style.protectsAlgorithms
      ? [
          new Attribute({
            type: OID.algorithmProtection,
            values: [algorithmProtection(style, signatureAlgorithm(frame))],
          }),
        ]
      : []),
  ];
  return new SignedAndUnsignedAttributes({
    type: SIGNED,
    attributes: attributes.toSorted((a, b) => Buffer.compare(derOf(a), derOf(b))),
  });
}

/**
 * What is signed are the attributes as a SET, not under the tag that they have in the CMS (RFC 5652, 5.4).
 */
export function signedBytes(frame: CmsFrame): Buffer {
  const der = derOf(signedAttributes(frame));
  der[0] = SET_TAG;
  return der;
}

const timestampAttribute = (token: Uint8Array): SignedAndUnsignedAttributes =>
  new SignedAndUnsignedAttributes({
    type: UNSIGNED,
    attributes: [
      new Attribute({ type: OID.timestampToken, values: [asn1.fromBER(Uint8Array.from(token)).result] }),
    ],
  });

function contentInfo(content: CmsContent): EncapsulatedContentInfo {
  if (content.detached) return new EncapsulatedContentInfo({ eContentType: content.type });
  const info = new EncapsulatedContentInfo({ eContentType: content.type });
  // Given to it at once it would be cut into pieces, which DER does not know.
  info.eContent = new asn1.OctetString({ valueHex: Uint8Array.from(content.bytes) });
  return info;
}

/**
 * CMS SignedData (RFC 5652) of one signer with its chain, DER: the same bytes from the same parts.
 * @throws Error where a certificate or the token cannot be read
 */
export function encodeCms(frame: CmsFrame, signature: Uint8Array, token?: Uint8Array): Buffer {
  const { style, content } = frame;
  const certificates = frame.chain.map((der) => Certificate.fromBER(Uint8Array.from(der)));
  const [own] = certificates;
  if (own === undefined) throw new Error('a signer without a certificate');
  const signerInfo = new SignerInfo({
    version: 1,
    sid: new IssuerAndSerialNumber({ issuer: own.issuer, serialNumber: own.serialNumber }),
    digestAlgorithm: digestAlgorithm(style.digest),
    signedAttrs: signedAttributes(frame),
    signatureAlgorithm: signatureAlgorithm(frame),
    signature: new asn1.OctetString({ valueHex: Uint8Array.from(signature) }),
    ...(token === undefined ? {} : { unsignedAttrs: timestampAttribute(token) }),
  });
  const signed = new SignedData({
    version: content.type === OID.data ? 1 : 3,
    digestAlgorithms: [digestAlgorithm(style.digest)],
    encapContentInfo: contentInfo(content),
    certificates,
    signerInfos: [signerInfo],
  });
  const info = new ContentInfo({ contentType: OID.signedData, content: signed.toSchema(true) });
  return Buffer.from(info.toSchema().toBER(false));
}

/** Signs with the style of the key. */
export async function signCms(
  content: CmsContent,
  { chain, key }: CmsSigner,
  timestamp?: Timestamp,
  style = styleFor(key),
): Promise<Buffer> {
  const frame: CmsFrame = { style, content, chain, key };
  const signature = await signWith(style.digest, signedBytes(frame), key);
  return encodeCms(frame, signature, await timestamp?.(signature));
}
