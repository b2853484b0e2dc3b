import * as asn1 from 'asn1js';
import { type Attribute, type Certificate, ContentInfo, SignedData, type SignerInfo } from 'pkijs';
import { CmsInvalid } from './cms-invalid.js';
import { namedCertificate } from './named-certificate.js';
import { OID } from './oids.js';
import { readAsn1 } from './read-asn1.js';

/** A parsed SignedData with one signer. */
export interface ParsedCms {
  readonly signed: SignedData;
  readonly signer: SignerInfo;
  /** The original bytes of the signer's certificate. The signer info names this certificate. */
  readonly certificate: Buffer;
  readonly contentType: string;
  /** Undefined if the content is not part of the CMS. */
  readonly content: Buffer | undefined;
  /** The bytes of the signature itself. A timestamp covers exactly these bytes. */
  readonly signature: Buffer;
}

/** Returns the DER of a certificate that this service has just issued. */
export const certificateBytes = (certificate: Certificate): Buffer =>
  Buffer.from(certificate.toSchema().toBER(false));

export const childrenOf = (block: asn1.BaseBlock | undefined): asn1.BaseBlock[] =>
  block instanceof asn1.Constructed ? block.valueBlock.value : [];

function signedDataOf(der: Uint8Array): SignedData {
  try {
    const info = new ContentInfo({ schema: readAsn1(der) });
    if (info.contentType === OID.signedData) return new SignedData({ schema: info.content });
  } catch (error) {
    throw new CmsInvalid('unreadable', { cause: error });
  }
  throw new CmsInvalid('unreadable');
}

/**
 * Parses a CMS. Bytes after the DER are ignored, such as the zeros that fill a PDF's placeholder.
 * @throws CmsInvalid
 */
export function parseCms(der: Uint8Array): ParsedCms {
  const signed = signedDataOf(der);
  const [signer, another] = signed.signerInfos;
  if (signer === undefined || another !== undefined) throw new CmsInvalid('not_one_signer');
  const certificate = namedCertificate(Buffer.from(der));
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

/**
 * Returns the value of the attribute with this type. Returns undefined unless there is exactly one such
 * value.
 */
export function attributeOf(
  set: { attributes: readonly Attribute[] } | undefined,
  type: string,
): asn1.BaseBlock | undefined {
  const found = (set?.attributes ?? [])
    .filter((one) => one.type === type)
    .flatMap((one) => one.values as asn1.BaseBlock[]);
  return found.length === 1 ? found[0] : undefined;
}

/** Returns the timestamp token (RFC 3161, DER) that was added to the signature, if any. */
export function timestampTokenOf({ signer }: ParsedCms): Buffer | undefined {
  const token = attributeOf(signer.unsignedAttrs, OID.timestampToken);
  return token === undefined ? undefined : Buffer.from(token.valueBeforeDecodeView);
}
