import * as asn1 from 'asn1js';
import {
  Attribute,
  Certificate,
  ContentInfo,
  IssuerAndSerialNumber,
  SignedData,
  type SignerInfo,
} from 'pkijs';
import { writeDer } from './der.js';
import { OID } from './oids.js';
import { extensionOf, readAsn1 } from './read-asn1.js';

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
  /** The original bytes of that certificate. */
  readonly certificateDer: Buffer;
  readonly contentType: string;
  /** Undefined if the content is not part of the CMS. */
  readonly content: Buffer | undefined;
  /** The signature's value. A timestamp covers exactly this. */
  readonly signature: Buffer;
}

/** Returns the DER of a certificate that this service has just issued. */
export const certificateBytes = (certificate: Certificate): Buffer =>
  Buffer.from(certificate.toSchema().toBER(false));

/** The tag class of an element whose tag gets its meaning from the element around it. */
const CONTEXT_CLASS = 3;
const OCTET_STRING = 0x04;

/** Returns the bytes of each element in the certificates [0] of a SignedData. */
function certificateElements(signed: asn1.BaseBlock): Buffer[] {
  const certificates = childrenOf(signed).find(
    ({ idBlock }) => idBlock.tagClass === CONTEXT_CLASS && idBlock.tagNumber === 0,
  );
  return childrenOf(certificates).map((one) => Buffer.from(one.valueBeforeDecodeView));
}

export const childrenOf = (block: asn1.BaseBlock | undefined): asn1.BaseBlock[] =>
  block instanceof asn1.Constructed ? block.valueBlock.value : [];

function signedDataOf(der: Uint8Array): { signed: SignedData; elements: readonly Buffer[] } {
  try {
    const info = new ContentInfo({ schema: readAsn1(der) });
    if (info.contentType === OID.signedData) {
      const content = info.content as asn1.BaseBlock;
      // The library changes the elements that it is given, so their bytes are taken first.
      const elements = certificateElements(content);
      return { signed: new SignedData({ schema: content }), elements };
    }
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
  const identifier = extensionOf(certificate, OID.subjectKeyIdentifier);
  if (identifier === undefined || !(sid instanceof asn1.BaseBlock)) return false;
  const wanted =
    'valueHexView' in sid.valueBlock ? (sid.valueBlock.valueHexView as Uint8Array) : Buffer.alloc(0);
  return identifier.value.equals(writeDer(OCTET_STRING, wanted));
}

/** Returns the first certificate that the signer names, and its place. */
function certificateNamedBy(
  sid: unknown,
  certificates: NonNullable<SignedData['certificates']>,
): { readonly certificate: Certificate; readonly at: number } | undefined {
  for (const [at, certificate] of certificates.entries())
    if (certificate instanceof Certificate && isNamedBy(certificate, sid)) return { certificate, at };
  return undefined;
}

/**
 * Parses a CMS. Bytes after the DER are ignored, such as the zeros that fill a PDF's placeholder.
 * @throws CmsInvalid
 */
export function parseCms(der: Uint8Array): ParsedCms {
  const { signed, elements } = signedDataOf(der);
  const [signer, another] = signed.signerInfos;
  if (signer === undefined || another !== undefined) throw new CmsInvalid('not_one_signer');
  const named = certificateNamedBy(signer.sid, signed.certificates ?? []);
  const certificateDer = elements[named?.at ?? -1];
  if (named === undefined || certificateDer === undefined) throw new CmsInvalid('certificate_missing');
  const { eContent, eContentType } = signed.encapContentInfo;
  return {
    signed,
    signer,
    certificate: named.certificate,
    certificateDer,
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
