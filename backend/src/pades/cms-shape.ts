import { type DerElement, elementsIn, NotDer, readDer } from './der.js';
import { CmsInvalid } from './cms-invalid.js';

/** The parts of a SignedData with one signer (RFC 5652), as original bytes that are not interpreted. */
export interface CmsShape {
  readonly digestAlgorithms: Buffer;
  readonly contentType: Buffer;
  /** Undefined if the content is not part of the CMS. */
  readonly content: Buffer | undefined;
  readonly certificates: readonly Buffer[];
  readonly signer: {
    /** IssuerAndSerialNumber. */
    readonly sid: Buffer;
    readonly digestAlgorithm: Buffer;
    readonly signatureAlgorithm: Buffer;
    readonly signedAttributes: readonly Buffer[];
    readonly signature: Buffer;
    /** Undefined if there are none. */
    readonly unsignedAttributes: readonly Buffer[] | undefined;
  };
}

const TAG = {
  integer: 0x02,
  octets: 0x04,
  oid: 0x06,
  sequence: 0x30,
  set: 0x31,
  /** [0], constructed. */
  first: 0xa0,
  second: 0xa1,
} as const;

const require = (holds: boolean): void => {
  if (!holds) throw new NotDer();
};
const tagged = (element: DerElement | undefined, tag: number): DerElement => {
  if (element?.tag !== tag) throw new NotDer();
  return element;
};
/** Returns the child elements, which must have exactly these tags. */
function exactly(element: DerElement, ...tags: readonly number[]): DerElement[] {
  const found = elementsIn(element);
  require(found.length === tags.length);
  return found.map((each, index) => tagged(each, tags[index] ?? 0));
}
const isInteger = ({ content }: DerElement, value: number): boolean =>
  content.length === 1 && content[0] === value;

function signerOf(element: DerElement): CmsShape['signer'] {
  const [version, sid, digest, attributes, algorithm, signature, ...more] = elementsIn(element);
  const [unsigned] = more;
  require(isInteger(tagged(version, TAG.integer), 1) && more.length <= 1);
  return {
    sid: tagged(sid, TAG.sequence).bytes,
    digestAlgorithm: tagged(digest, TAG.sequence).bytes,
    signatureAlgorithm: tagged(algorithm, TAG.sequence).bytes,
    signedAttributes: elementsIn(tagged(attributes, TAG.first)).map(({ bytes }) => bytes),
    signature: tagged(signature, TAG.octets).content,
    unsignedAttributes: unsigned && elementsIn(tagged(unsigned, TAG.second)).map(({ bytes }) => bytes),
  };
}

function contentOf(element: DerElement): Pick<CmsShape, 'contentType' | 'content'> {
  const [type, wrapped, ...more] = elementsIn(element);
  require(more.length === 0);
  const contentType = tagged(type, TAG.oid).bytes;
  if (wrapped === undefined) return { contentType, content: undefined };
  const [octets] = exactly(tagged(wrapped, TAG.first), TAG.octets);
  return { contentType, content: octets?.content };
}

/** Version 1 if the content is plain data, otherwise 3 (RFC 5652, 5.1). */
const DATA_VERSION = 1;
const OTHER_VERSION = 3;

function shapeOf(der: Buffer, certificatesMax: number): CmsShape {
  const [, explicit] = exactly(tagged(readDer(der), TAG.sequence), TAG.oid, TAG.first);
  const [signed] = exactly(tagged(explicit, TAG.first), TAG.sequence);
  // Revocation lists would be between certificates and signers. They are not allowed, and neither is any
  // other element.
  const [version, digests, encapsulated, certificates, signers] = exactly(
    tagged(signed, TAG.sequence),
    TAG.integer,
    TAG.set,
    TAG.sequence,
    TAG.first,
    TAG.set,
  ) as [DerElement, DerElement, DerElement, DerElement, DerElement];
  const content = contentOf(encapsulated);
  require(isInteger(version, content.content === undefined ? DATA_VERSION : OTHER_VERSION));
  const [signer] = exactly(signers, TAG.sequence);
  const found = elementsIn(certificates);
  require(found.length <= certificatesMax);
  return {
    ...content,
    digestAlgorithms: digests.content,
    certificates: found.map((one) => tagged(one, TAG.sequence).bytes),
    signer: signerOf(tagged(signer, TAG.sequence)),
  };
}

/**
 * Parses a CMS with one signer. Throws if the CMS has any part that is not needed, or is not encoded as DER
 * requires.
 * @param certificatesMax maximum number of certificates. Each certificate costs hashes or signature checks.
 * @throws CmsInvalid unreadable
 */
export function readShape(der: Buffer, certificatesMax: number): CmsShape {
  try {
    return shapeOf(der, certificatesMax);
  } catch (error) {
    if (error instanceof NotDer) throw new CmsInvalid('unreadable', { cause: error });
    throw error;
  }
}

/**
 * Returns the value of an attribute. Returns undefined if the attribute has another type, no value or several
 * values.
 * @throws CmsInvalid unreadable
 */
export function valueOf(attribute: Buffer, type: Buffer): Buffer | undefined {
  try {
    const [named, values] = exactly(tagged(readDer(attribute), TAG.sequence), TAG.oid, TAG.set);
    const found = elementsIn(tagged(values, TAG.set));
    return found.length === 1 && named?.bytes.equals(type) === true ? found[0]?.bytes : undefined;
  } catch (error) {
    if (error instanceof NotDer) throw new CmsInvalid('unreadable', { cause: error });
    throw error;
  }
}

/**
 * Returns the issuer and serial number of a certificate, concatenated. A signer names its certificate by
 * these two values.
 * @throws CmsInvalid unreadable
 */
export function issuerAndSerial(certificate: Buffer): Buffer {
  try {
    const [tbs] = elementsIn(readDer(certificate));
    const fields = elementsIn(tagged(tbs, TAG.sequence));
    const [serial, , issuer] = fields[0]?.tag === TAG.first ? fields.slice(1) : fields;
    const named = Buffer.concat([tagged(issuer, TAG.sequence).bytes, tagged(serial, TAG.integer).bytes]);
    return named;
  } catch (error) {
    if (error instanceof NotDer) throw new CmsInvalid('unreadable', { cause: error });
    throw error;
  }
}
