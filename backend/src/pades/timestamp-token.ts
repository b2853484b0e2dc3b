import { createHash, X509Certificate } from 'node:crypto';
import { type Certificate, TSTInfo } from 'pkijs';
import { objectId } from './object-id.js';
import { commonNameOf } from './common-name.js';
import { OID } from './oids.js';
import { type CmsShape, issuerAndSerial, readShape } from './cms-shape.js';
import { CmsInvalid } from './cms-invalid.js';
import { parseCms, type ParsedCms } from './parse-cms.js';
import { elementsIn, readDer, writeDer } from './der.js';
import { extensionOf, readAsn1, readCertificate } from './read-asn1.js';
import { pathOf, type Trust, WAY_CERTIFICATES_MAX } from './trusted-chain.js';
import { verifyCms } from './verify-cms.js';

export const TIMESTAMP_PROBLEMS = [
  'unreadable',
  'not_for_timestamps',
  'wrong_imprint',
  'bad_signature',
  'untrusted',
] as const;
type TimestampProblem = (typeof TIMESTAMP_PROBLEMS)[number];

/** Thrown for an RFC 3161 token that does not prove a time for the given bytes. */
export class TimestampInvalid extends Error {
  constructor(
    readonly problem: TimestampProblem,
    options?: ErrorOptions,
  ) {
    super(problem, options);
    this.name = 'TimestampInvalid';
  }
}

export interface VerifiedTimestamp {
  /** The authority's time. */
  readonly at: Date;
  /** Readable name from the authority's certificate (see `commonNameOf`). */
  readonly authority: string;
  /** The token's nonce, in the hexadecimal form of `nonceText`; undefined if the token has no nonce. */
  readonly nonce: string | undefined;
}

interface Token {
  readonly cms: ParsedCms;
  /** The token's parts in their original bytes. */
  readonly shape: CmsShape;
  /** The authority's certificate: `der` is its original bytes, `certificate` the parsed form. */
  readonly der: Buffer;
  readonly certificate: Certificate;
  readonly info: TSTInfo;
}

export const nonceText = (bytes: Uint8Array): string =>
  Buffer.from(bytes)
    .toString('hex')
    .replace(/^(00)+(?=.)/, '');

/**
 * Returns the original bytes of the authority's certificate. The token's unsigned parts must contain only
 * data that follows from the signed parts. A token may therefore have only one digest algorithm, only one
 * signer (named by issuer and serial number), no revocation lists and no unsigned attributes.
 */
function certificateOf(shape: CmsShape): Buffer | undefined {
  const { digestAlgorithms, certificates, signer } = shape;
  if (signer.unsignedAttributes !== undefined || !digestAlgorithms.equals(signer.digestAlgorithm))
    return undefined;
  const named = elementsIn(readDer(signer.sid)).map(({ bytes }) => bytes);
  return certificates.find((one) => issuerAndSerial(one).equals(Buffer.concat(named)));
}

/**
 * Parses a token. Every certificate in it must lie on the path to a root, so the token may not have more
 * certificates than such a path.
 */
function parse(bytes: Uint8Array): Token {
  try {
    const shape = readShape(Buffer.from(bytes), WAY_CERTIFICATES_MAX);
    const der = certificateOf(shape);
    const cms = parseCms(bytes);
    if (cms.contentType === OID.timestampInfo && shape.content !== undefined && der !== undefined) {
      const info = new TSTInfo({ schema: readAsn1(shape.content) });
      return { cms, shape, der, certificate: readCertificate(der), info };
    }
  } catch (error) {
    throw new TimestampInvalid('unreadable', { cause: error });
  }
  throw new TimestampInvalid('unreadable');
}

const SEQUENCE = 0x30;

/** True if the certificate is for timestamps only, and marks this restriction as critical (RFC 3161, 2.3). */
function isForTimestamps(certificate: Certificate): boolean {
  const usage = extensionOf(certificate, OID.extendedKeyUsage);
  return usage?.critical === true && usage.value.equals(writeDer(SEQUENCE, objectId(OID.timeStamping)));
}

function isAbout({ messageImprint }: TSTInfo, bytes: Uint8Array): boolean {
  const hash = createHash('sha256').update(bytes).digest();
  return (
    messageImprint.hashAlgorithm.algorithmId === OID.sha256 &&
    hash.equals(Buffer.from(messageImprint.hashedMessage.getValue()))
  );
}

/**
 * True if a trusted chain leads to the authority's certificate. The certificates in the token are unverified,
 * and may even be unreadable. Each of them must be part of the chain, because anyone could have added an
 * unrelated certificate.
 * @throws TimestampInvalid
 */
async function hasTrustedChain({ der, shape }: Token, trust: Trust): Promise<boolean> {
  try {
    const others = shape.certificates.map((one) => new X509Certificate(one));
    const path = await pathOf(new X509Certificate(der), others, trust);
    if (path === undefined) return false;
    const isOfUse = (one: Buffer): boolean => path.some(({ raw }) => raw.equals(one));
    if (shape.certificates.every(isOfUse) && new Set(shape.certificates.map(String)).size === others.length)
      return true;
  } catch (error) {
    throw new TimestampInvalid('unreadable', { cause: error });
  }
  throw new TimestampInvalid('unreadable');
}

/**
 * Verifies the imprint, signature, purpose and chain of a timestamp. The chain must be valid at the time that
 * the timestamp states.
 * @param about the bytes that the timestamp covers: a signature's value
 * @throws TimestampInvalid
 */
export async function verifyTimestampToken(
  der: Uint8Array,
  about: Uint8Array,
  roots: readonly X509Certificate[],
): Promise<VerifiedTimestamp> {
  const token = parse(der);
  const { cms, info, certificate } = token;
  if (!isAbout(info, about)) throw new TimestampInvalid('wrong_imprint');
  try {
    await verifyCms(cms, undefined, token.der);
  } catch (error) {
    if (error instanceof CmsInvalid) throw new TimestampInvalid('bad_signature', { cause: error });
    throw error;
  }
  if (!isForTimestamps(certificate)) throw new TimestampInvalid('not_for_timestamps');
  if (!(await hasTrustedChain(token, { roots, at: info.genTime }))) throw new TimestampInvalid('untrusted');
  const nonce = info.nonce === undefined ? undefined : nonceText(info.nonce.valueBlock.valueHexView);
  return { at: info.genTime, authority: commonNameOf(certificate), nonce };
}
