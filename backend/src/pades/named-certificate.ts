import { elementLength } from './asn1-limits.js';
import { issuerAndSerial } from './cms-shape.js';
import { type DerElement, elementsIn, NotDer, readDer } from './der.js';
import { CmsInvalid } from './cms-invalid.js';
import { objectId } from './object-id.js';
import { OID } from './oids.js';

/**
 * Maximum number of elements in a CMS. Elements inside an OCTET STRING or BIT STRING do not count. A seal
 * with the longest chain and timestamp has about 1,500 elements.
 */
const ELEMENTS_MAX = 4_000;

const TAG = {
  integer: 0x02,
  sequence: 0x30,
  set: 0x31,
  /** [0], primitive: the identifier of the signer's key. */
  keyIdentifier: 0x80,
  /** [0], constructed. */
  first: 0xa0,
  second: 0xa1,
  /** [3], constructed: the extensions of a certificate. */
  fourth: 0xa3,
} as const;
const INDEFINITE = 0x80;
/**
 * Lengths in bytes for an element of indefinite length: `HEAD` is the length of the element's head, and `END`
 * is the length of the marker that ends its content.
 */
const [HEAD, END] = [2, 2];

function require(holds: boolean): asserts holds {
  if (!holds) throw new NotDer();
}

/** Returns the length of an element's head. The caller has already checked that the element is complete. */
function headOf(bytes: Buffer): number {
  const first = bytes[1] ?? 0;
  return first < INDEFINITE ? HEAD : HEAD + first - INDEFINITE;
}

/** Returns the elements in BER that these bytes consist of. @throws NotDer */
function parts(content: Buffer): DerElement[] {
  const found: DerElement[] = [];
  for (let rest = content; rest.length > 0; ) {
    const length = elementLength(rest, ELEMENTS_MAX);
    if (length === undefined) throw new NotDer();
    const bytes = rest.subarray(0, length);
    const inner = bytes[1] === INDEFINITE ? bytes.subarray(HEAD, -END) : bytes.subarray(headOf(bytes));
    found.push({ tag: bytes[0] ?? 0, content: inner, bytes });
    rest = rest.subarray(length);
  }
  return found;
}

/**
 * Returns the parts of a SignedData (RFC 5652, 5.1) that show who signed: the certificates and the signers.
 * @throws NotDer
 */
function signedDataIn(cms: Buffer): { certificates: readonly Buffer[]; signers: readonly DerElement[] } {
  const [info] = parts(cms.subarray(0, elementLength(cms, ELEMENTS_MAX) ?? 0));
  require(info?.tag === TAG.sequence);
  const [type, wrapped] = parts(info.content);
  require(type?.bytes.equals(objectId(OID.signedData)) === true && wrapped?.tag === TAG.first);
  const [signed, ...others] = parts(wrapped.content);
  require(signed?.tag === TAG.sequence && others.length === 0);
  const [version, digests, content, ...more] = parts(signed.content);
  require(version?.tag === TAG.integer && digests?.tag === TAG.set && content?.tag === TAG.sequence);
  const [certificates] = more[0]?.tag === TAG.first ? more.splice(0, 1) : [];
  const [revocations] = more[0]?.tag === TAG.second ? more.splice(0, 1) : [];
  const [signers, ...rest] = more;
  require(signers?.tag === TAG.set && rest.length === 0);
  const lists = revocations === undefined ? [] : parts(revocations.content);
  require(lists.every(({ tag, content: list }) => tag === TAG.sequence && list.length > 0));
  const found = certificates === undefined ? [] : parts(certificates.content);
  require(found.every(({ tag }) => tag === TAG.sequence));
  return { certificates: found.map(({ bytes }) => bytes), signers: parts(signers.content) };
}

/** Returns the identifier of a certificate's key; undefined if there is none. @throws NotDer */
function keyIdentifierOf(certificate: Buffer): Buffer | undefined {
  const [body] = elementsIn(readDer(certificate));
  const extensions = body && elementsIn(body).find(({ tag }) => tag === TAG.fourth);
  const [list] = extensions === undefined ? [] : elementsIn(extensions);
  for (const extension of list === undefined ? [] : elementsIn(list)) {
    const [type, ...fields] = elementsIn(extension);
    const value = fields.at(-1);
    if (value !== undefined && type?.bytes.equals(objectId(OID.subjectKeyIdentifier)) === true)
      return readDer(value.content).content;
  }
  return undefined;
}

/**
 * Returns one boolean for each certificate: true if the signer names the certificate. The signer's name is
 * parsed only once, because a CMS may combine a long name with many certificates. All certificates are
 * parsed, because one unreadable certificate makes the whole CMS unreadable.
 * @throws NotDer, CmsInvalid
 */
function whichIsNamed(sid: DerElement, certificates: readonly Buffer[]): readonly boolean[] {
  const names = certificates.map(issuerAndSerial);
  if (sid.tag === TAG.keyIdentifier)
    return certificates.map((one) => keyIdentifierOf(one)?.equals(sid.content) === true);
  require(sid.tag === TAG.sequence);
  const named = Buffer.concat(parts(sid.content).map(({ bytes }) => bytes));
  return names.map((name) => name.equals(named));
}

/**
 * Returns the certificate that the only signer of a CMS names. The CMS may have any structure and encoding
 * that RFC 5652 allows. Anybody may have written the CMS, so this file parses it without a library. Bytes
 * after the CMS are ignored. Returns undefined if the CMS cannot be read, does not have exactly one signer,
 * or does not contain the certificate that the signer names.
 */
export function namedCertificate(cms: Buffer): Buffer | undefined {
  try {
    const { certificates, signers } = signedDataIn(cms);
    const [signer, ...others] = signers;
    require(signer !== undefined && others.length === 0);
    const [, sid] = parts(signer.content);
    require(sid !== undefined);
    return certificates[whichIsNamed(sid, certificates).indexOf(true)];
  } catch (error) {
    if (error instanceof NotDer || error instanceof CmsInvalid) return undefined;
    throw error;
  }
}
