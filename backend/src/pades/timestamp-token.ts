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

/** An RFC 3161 token that does not prove a time for these bytes. */
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
  /** Name of the authority's certificate. */
  readonly authority: string;
  /** Hexadecimal, as in the request; undefined if the token has none. */
  readonly nonce: string | undefined;
}

interface Token {
  readonly cms: ParsedCms;
  /** The same token, split into parts that keep their original bytes. */
  readonly shape: CmsShape;
  /** The authority's certificate: its original bytes, and parsed. */
  readonly der: Buffer;
  readonly certificate: Certificate;
  readonly info: TSTInfo;
}

export const nonceText = (bytes: Uint8Array): string =>
  Buffer.from(bytes)
    .toString('hex')
    .replace(/^(00)+(?=.)/, '');

/**
 * Returns the authority's certificate in its original bytes. The token's unsigned parts must contain only
 * data that follows from the signed parts. So a token may have only one digest algorithm, only one signer
 * (named by issuer and serial number), no revocation lists and no unsigned attributes.
 */
function certificateOf(shape: CmsShape): Buffer | undefined {
  const { digestAlgorithms, certificates, signer } = shape;
  if (signer.unsignedAttributes !== undefined || !digestAlgorithms.equals(signer.digestAlgorithm))
    return undefined;
  const named = elementsIn(readDer(signer.sid)).map(({ bytes }) => bytes);
  return certificates.find((one) => issuerAndSerial(one).equals(Buffer.concat(named)));
}

/**
 * Parses a token. It may have only as many certificates as a way to a root may have, because each of them
 * must lie on that way.
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
 * True if a trusted chain leads to the authority's certificate. The certificates in the token may be
 * anything, even unreadable. The chain must need all of them, because anyone could have added an unrelated
 * certificate.
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
 * Verifies a timestamp's imprint, signature, purpose and chain. The chain must be valid at the time that the
 * timestamp states.
 * @param about the stamped bytes: a signature's value
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
