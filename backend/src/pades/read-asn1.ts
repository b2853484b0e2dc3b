import * as asn1 from 'asn1js';
import { Certificate } from 'pkijs';
import { ASN1_LIMITS, elementLength } from './asn1-limits.js';

/** The bytes are not ASN.1, or exceed the limits. */
export class Asn1Refused extends Error {
  override readonly name = 'Asn1Refused';
}

/**
 * Parses ASN.1 with the library after a check of the limits. No other module may call the library's parsers,
 * because the bytes often come from outside the service (rule:asn1-is-bounded). The content of an OCTET
 * STRING or BIT STRING is not parsed. A caller that needs it parsed calls this function again with the
 * content. Bytes after the first element are ignored.
 * @throws Asn1Refused
 */
export function readAsn1(bytes: Uint8Array): asn1.BaseBlock {
  if (elementLength(bytes, ASN1_LIMITS.elements) === undefined)
    throw new Asn1Refused('the ASN.1 exceeds a limit or is damaged');
  const { offset, result } = asn1.fromBER(Uint8Array.from(bytes), {
    parseEmbedded: false,
    maxNodes: ASN1_LIMITS.elements,
    maxDepth: ASN1_LIMITS.depth,
  });
  if (offset === -1) throw new Asn1Refused(result.error);
  return result;
}

/** @throws Error if the bytes are not a certificate */
export const readCertificate = (der: Uint8Array): Certificate => new Certificate({ schema: readAsn1(der) });

/** Returns the first extension of this type; undefined if the certificate has none. */
export function extensionOf(
  { extensions = [] }: Certificate,
  type: string,
): { readonly critical: boolean /** DER. */; readonly value: Buffer } | undefined {
  const found = extensions.find(({ extnID }) => extnID === type);
  return found && { critical: found.critical, value: Buffer.from(found.extnValue.valueBlock.valueHexView) };
}
