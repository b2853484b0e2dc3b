import { createHash, X509Certificate } from 'node:crypto';
import { type Certificate, ExtKeyUsage, TSTInfo } from 'pkijs';
import { commonNameOf } from './common-name.js';
import { OID } from './oids.js';
import { certificateBytes, certificatesOf, CmsInvalid, parseCms, type ParsedCms } from './parse-cms.js';
import { isTrusted, type Trust } from './trusted-chain.js';
import { verifyCms } from './verify-cms.js';

export type TimestampProblem =
  | 'unreadable'
  | 'not_for_timestamps'
  | 'wrong_imprint'
  | 'bad_signature'
  | 'untrusted';

/** A token of RFC 3161 that does not prove a time for these bytes. */
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
  /** Whose certificate it is. */
  readonly authority: string;
  /** Hexadecimal, as in the request; undefined where it carries none. */
  readonly nonce: string | undefined;
}

interface Token {
  readonly cms: ParsedCms;
  readonly info: TSTInfo;
}

export const nonceText = (bytes: Uint8Array): string =>
  Buffer.from(bytes)
    .toString('hex')
    .replace(/^(00)+(?=.)/, '');

function parse(der: Uint8Array): Token {
  try {
    const cms = parseCms(der);
    if (cms.contentType === OID.timestampInfo && cms.content !== undefined)
      return { cms, info: TSTInfo.fromBER(Uint8Array.from(cms.content)) };
  } catch (error) {
    throw new TimestampInvalid('unreadable', { cause: error });
  }
  throw new TimestampInvalid('unreadable');
}

/** Timestamps and nothing else, and it says so critically (RFC 3161, 2.3). */
function isForTimestamps(certificate: Certificate): boolean {
  const usage = certificate.extensions?.find((one) => one.extnID === OID.extendedKeyUsage);
  const purposes: unknown = usage?.parsedValue;
  return (
    usage?.critical === true &&
    purposes instanceof ExtKeyUsage &&
    purposes.keyPurposes.join() === OID.timeStamping
  );
}

function isAbout({ messageImprint }: TSTInfo, bytes: Uint8Array): boolean {
  const hash = createHash('sha256').update(bytes).digest();
  return (
    messageImprint.hashAlgorithm.algorithmId === OID.sha256 &&
    hash.equals(Buffer.from(messageImprint.hashedMessage.getValue()))
  );
}

/** Certificates that came along may be anything: also such that nobody can read. @throws TimestampInvalid */
function hasTrustedChain(cms: ParsedCms, trust: Trust): boolean {
  try {
    const certificate = new X509Certificate(certificateBytes(cms.certificate));
    const others = certificatesOf(cms).map((one) => new X509Certificate(one));
    return isTrusted(certificate, others, trust);
  } catch (error) {
    throw new TimestampInvalid('unreadable', { cause: error });
  }
}

/**
 * Imprint, signature, purpose and chain of a timestamp; the chain as of the time that it states.
 * @param about what was stamped: a signature's value
 * @throws TimestampInvalid
 */
export async function verifyTimestampToken(
  der: Uint8Array,
  about: Uint8Array,
  roots: readonly X509Certificate[],
): Promise<VerifiedTimestamp> {
  const { cms, info } = parse(der);
  if (!isAbout(info, about)) throw new TimestampInvalid('wrong_imprint');
  try {
    await verifyCms(cms);
  } catch (error) {
    if (error instanceof CmsInvalid) throw new TimestampInvalid('bad_signature', { cause: error });
    throw error;
  }
  if (!isForTimestamps(cms.certificate)) throw new TimestampInvalid('not_for_timestamps');
  if (!hasTrustedChain(cms, { roots, at: info.genTime })) throw new TimestampInvalid('untrusted');
  const nonce = info.nonce === undefined ? undefined : nonceText(info.nonce.valueBlock.valueHexView);
  return { at: info.genTime, authority: commonNameOf(cms.certificate), nonce };
}
