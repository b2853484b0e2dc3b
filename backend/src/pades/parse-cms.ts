import * as asn1 from 'asn1js';
import {
  Attribute,
  Certificate,
  ContentInfo,
  IssuerAndSerialNumber,
  SignedData,
  type SignerInfo,
} from 'pkijs';
import { OID } from './oids.js';

export type CmsProblem =
  | 'unreadable'
  | 'not_one_signer'
  | 'certificate_missing'
  | 'weak_algorithm'
  | 'attributes_missing'
  | 'content_changed'
  | 'other_certificate'
  | 'signature_invalid';

/** The CMS cannot be parsed, or its signature is not valid. */
export class CmsInvalid extends Error {
  constructor(
    readonly problem: CmsProblem,
    options?: ErrorOptions,
  ) {
    super(problem, options);
    this.name = 'CmsInvalid';
  }
}

/** SignedData of one signer. */
export interface ParsedCms {
  readonly signed: SignedData;
  readonly signer: SignerInfo;
  /** The signer's certificate, found by the name that the signer info contains. */
  readonly certificate: Certificate;
  readonly contentType: string;
  /** Undefined if the content is not part of the CMS. */
  readonly content: Buffer | undefined;
  /** The signature's value. A timestamp covers exactly this. */
  readonly signature: Buffer;
}

/** Returns the DER of a certificate. A parsed certificate gives its original bytes. */
export const certificateBytes = (certificate: Certificate): Buffer =>
  Buffer.from(certificate.toSchema().toBER(false));

function signedDataOf(der: Uint8Array): SignedData {
  try {
    const info = ContentInfo.fromBER(Uint8Array.from(der));
    if (info.contentType === OID.signedData) return new SignedData({ schema: info.content });
  } catch (error) {
    throw new CmsInvalid('unreadable', { cause: error });
  }
  throw new CmsInvalid('unreadable');
}

const sameInteger = (one: asn1.Integer, other: asn1.Integer): boolean =>
  Buffer.from(one.valueBlock.valueHexView).equals(Buffer.from(other.valueBlock.valueHexView));

function isNamedBy(certificate: Certificate, sid: unknown): boolean {
  if (sid instanceof IssuerAndSerialNumber)
    return certificate.issuer.isEqual(sid.issuer) && sameInteger(certificate.serialNumber, sid.serialNumber);
  const identifier = certificate.extensions?.find((one) => one.extnID === OID.subjectKeyIdentifier)
    ?.parsedValue as unknown;
  if (!(identifier instanceof asn1.OctetString) || !(sid instanceof asn1.BaseBlock)) return false;
  const wanted =
    'valueHexView' in sid.valueBlock ? (sid.valueBlock.valueHexView as Uint8Array) : Buffer.alloc(0);
  return Buffer.from(identifier.valueBlock.valueHexView).equals(Buffer.from(wanted));
}

/**
 * Parses a CMS. Bytes after the DER are ignored, such as the zeros that fill a PDF's placeholder.
 * @throws CmsInvalid
 */
export function parseCms(der: Uint8Array): ParsedCms {
  const signed = signedDataOf(der);
  const [signer, another] = signed.signerInfos;
  if (signer === undefined || another !== undefined) throw new CmsInvalid('not_one_signer');
  const certificates = (signed.certificates ?? []).filter((one) => one instanceof Certificate);
  const certificate = certificates.find((one) => isNamedBy(one, signer.sid));
  if (certificate === undefined) throw new CmsInvalid('certificate_missing');
  const { eContent, eContentType } = signed.encapContentInfo;
  return {
    signed,
    signer,
    certificate,
    contentType: eContentType,
    content: eContent === undefined ? undefined : Buffer.from(eContent.getValue()),
    signature: Buffer.from(signer.signature.getValue()),
  };
}

/** Returns the value of an attribute that occurs exactly once; undefined otherwise. */
export function attributeOf(
  set: { attributes: readonly Attribute[] } | undefined,
  type: string,
): asn1.BaseBlock | undefined {
  const found = (set?.attributes ?? [])
    .filter((one) => one.type === type)
    .flatMap((one) => one.values as asn1.BaseBlock[]);
  return found.length === 1 ? found[0] : undefined;
}

/** The RFC 3161 token that was added to the signature, DER. */
export function timestampTokenOf({ signer }: ParsedCms): Buffer | undefined {
  const token = attributeOf(signer.unsignedAttrs, OID.timestampToken);
  return token === undefined ? undefined : Buffer.from(token.valueBeforeDecodeView);
}
