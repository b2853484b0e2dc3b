import { createHash } from 'node:crypto';
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
import { signatureAlgorithmOf, signSha256 } from './issue-certificate.js';
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

const sha256 = (bytes: Uint8Array): Uint8Array<ArrayBuffer> =>
  Uint8Array.from(createHash('sha256').update(bytes).digest());
const derOf = (block: { toSchema(): asn1.BaseBlock }): Buffer => Buffer.from(block.toSchema().toBER(false));

/** ESSCertIDv2 with SHA-256, which is its default and therefore left out (RFC 5035, section 3). */
const signingCertificate = (certificate: Uint8Array): asn1.Sequence =>
  new asn1.Sequence({
    value: [
      new asn1.Sequence({
        value: [new asn1.Sequence({ value: [new asn1.OctetString({ valueHex: sha256(certificate) })] })],
      }),
    ],
  });

/**
 * The three of a PAdES baseline signature; no signing-time, which stands in the PDF (ETSI EN 319 142-1, 6.3).
 * In the order of their bytes, as DER has it.
 */
function signedAttributes({ type, bytes }: CmsContent, certificate: Uint8Array): SignedAndUnsignedAttributes {
  const attributes = [
    new Attribute({ type: OID.contentType, values: [new asn1.ObjectIdentifier({ value: type })] }),
    new Attribute({ type: OID.messageDigest, values: [new asn1.OctetString({ valueHex: sha256(bytes) })] }),
    new Attribute({ type: OID.signingCertificateV2, values: [signingCertificate(certificate)] }),
  ];
  return new SignedAndUnsignedAttributes({
    type: SIGNED,
    attributes: attributes.toSorted((a, b) => Buffer.compare(derOf(a), derOf(b))),
  });
}

/**
 * What is signed are the attributes as a SET, not under the tag that they have in the CMS (RFC 5652, 5.4).
 */
function signedBytes(attributes: SignedAndUnsignedAttributes): Buffer {
  const der = derOf(attributes);
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
  return new EncapsulatedContentInfo({
    eContentType: content.type,
    eContent: new asn1.OctetString({ valueHex: Uint8Array.from(content.bytes) }),
  });
}

const sha256Algorithm = (): AlgorithmIdentifier => new AlgorithmIdentifier({ algorithmId: OID.sha256 });

/** CMS SignedData (RFC 5652) of one signer with its chain, DER. */
export async function signCms(
  content: CmsContent,
  signer: CmsSigner,
  timestamp?: Timestamp,
): Promise<Buffer> {
  const certificates = signer.chain.map((der) => Certificate.fromBER(Uint8Array.from(der)));
  const [own] = certificates;
  if (own === undefined) throw new Error('a signer without a certificate');
  const signedAttrs = signedAttributes(content, signer.chain[0]);
  const signature = await signSha256(signedBytes(signedAttrs), signer.key);
  const token = await timestamp?.(signature);
  const signerInfo = new SignerInfo({
    version: 1,
    sid: new IssuerAndSerialNumber({ issuer: own.issuer, serialNumber: own.serialNumber }),
    digestAlgorithm: sha256Algorithm(),
    signedAttrs,
    signatureAlgorithm: signatureAlgorithmOf(signer.key),
    signature: new asn1.OctetString({ valueHex: Uint8Array.from(signature) }),
    ...(token === undefined ? {} : { unsignedAttrs: timestampAttribute(token) }),
  });
  const signed = new SignedData({
    version: content.type === OID.data ? 1 : 3,
    digestAlgorithms: [sha256Algorithm()],
    encapContentInfo: contentInfo(content),
    certificates,
    signerInfos: [signerInfo],
  });
  const info = new ContentInfo({ contentType: OID.signedData, content: signed.toSchema(true) });
  return Buffer.from(info.toSchema().toBER(false));
}
