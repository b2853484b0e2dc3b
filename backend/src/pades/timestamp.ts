import { createHash, randomBytes, type X509Certificate } from 'node:crypto';
import { HOUR_MS } from '@siegel/contracts/limits';
import * as asn1 from 'asn1js';
import { AlgorithmIdentifier, MessageImprint, PKIStatus, TimeStampReq, TimeStampResp } from 'pkijs';
import type { Clock } from '../platform/time/clock.js';
import { isDerEncoded } from './der.js';
import { OID } from './oids.js';
import { readAsn1 } from './read-asn1.js';
import { nonceText, TIMESTAMP_PROBLEMS, TimestampInvalid, verifyTimestampToken } from './timestamp-token.js';

/**
 * `refused`: the authority declined. `wrong_time`: the timestamp differs from our clock by more than an hour.
 * `outside_certificate`: the sealing certificate is not valid at the timestamp's time.
 */
export const TIMESTAMP_FAILURES = [
  ...TIMESTAMP_PROBLEMS,
  'unreachable',
  'late',
  'too_large',
  'refused',
  'wrong_nonce',
  'wrong_time',
  'outside_certificate',
] as const;
export type TimestampFailure = (typeof TIMESTAMP_FAILURES)[number];

/**
 * Thrown if no timestamp was obtained. The message repeats neither the authority's response nor its address.
 */
export class TimestampFailed extends Error {
  constructor(
    readonly code: TimestampFailure,
    options?: ErrorOptions,
  ) {
    super(`no timestamp: ${code}`, options);
    this.name = 'TimestampFailed';
  }
}

/** A verified token of RFC 3161. */
export interface Timestamped {
  /** DER. */
  readonly token: Buffer;
  /** The authority's time. */
  readonly at: Date;
}

export interface TimestampAuthority {
  /** Address (http or https). A name and password in it are sent as Basic authentication. */
  readonly url: string;
  readonly roots: readonly X509Certificate[];
  readonly clock: Clock;
  /** Milliseconds for the whole answer; 10 000 by default. */
  readonly withinMs?: number;
}

const WITHIN_MS = 10_000;
const ANSWER_MAX_BYTES = 65_536;
const NONCE_BYTES = 16;
/**
 * Largest accepted difference between the timestamp and our clock, in milliseconds. If the difference is
 * larger, one of the clocks is wrong, and we cannot know which.
 */
const DIFFERENCE_MAX = HOUR_MS;

function requestFor(signature: Uint8Array, nonce: Uint8Array): Buffer {
  const hash = createHash('sha256').update(signature).digest();
  const request = new TimeStampReq({
    version: 1,
    messageImprint: new MessageImprint({
      hashAlgorithm: new AlgorithmIdentifier({ algorithmId: OID.sha256, algorithmParams: new asn1.Null() }),
      hashedMessage: new asn1.OctetString({ valueHex: Uint8Array.from(hash) }),
    }),
    nonce: new asn1.Integer({ valueHex: Uint8Array.from(nonce) }),
    certReq: true,
  });
  return Buffer.from(request.toSchema().toBER(false));
}

/**
 * Returns a positive number without a leading zero byte. Its bytes are therefore the same as the bytes of the
 * encoded integer.
 */
function newNonce(): Buffer {
  const nonce = randomBytes(NONCE_BYTES);
  nonce[0] = ((nonce[0] ?? 0) & 0x7f) | 0x40;
  return nonce;
}

async function bounded(response: Response): Promise<Buffer> {
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  for await (const chunk of response.body ?? []) {
    bytes += chunk.length;
    if (bytes > ANSWER_MAX_BYTES) throw new TimestampFailed('too_large');
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

async function ask({ url, withinMs = WITHIN_MS }: TimestampAuthority, request: Buffer): Promise<Buffer> {
  const address = new URL(url);
  const credentials = [address.username, address.password].map(decodeURIComponent).join(':');
  address.username = address.password = '';
  const headers = {
    'content-type': 'application/timestamp-query',
    accept: 'application/timestamp-reply',
    ...(credentials === ':' ? {} : { authorization: `Basic ${Buffer.from(credentials).toString('base64')}` }),
  };
  const signal = AbortSignal.timeout(withinMs);
  try {
    const response = await fetch(address, {
      method: 'POST',
      headers,
      body: Uint8Array.from(request),
      redirect: 'error',
      signal,
    });
    if (!response.ok) throw new TimestampFailed('refused');
    return await bounded(response);
  } catch (error) {
    if (error instanceof TimestampFailed) throw error;
    throw new TimestampFailed(signal.aborted ? 'late' : 'unreachable', { cause: error });
  }
}

/**
 * Returns the original bytes of an element; undefined if they are not DER, which the standard requires. When
 * our CMS is encoded again for verification, it must contain the token byte for byte.
 */
function derOf(block: asn1.BaseBlock | undefined): Buffer | undefined {
  if (block === undefined) return undefined;
  const received = Buffer.from(block.valueBeforeDecodeView);
  // The library writes a length in the same form in which it read the length. The comparison alone would
  // therefore accept a length that is not DER.
  const isDer = isDerEncoded(received) && received.equals(Buffer.from(block.toBER(false)));
  return isDer ? received : undefined;
}

/** Returns the token from the authority's response, in its original bytes. */
function tokenIn(answer: Buffer): Buffer {
  try {
    const result = readAsn1(answer);
    // `TimeStampResp` changes the elements that are passed to it, so the token's bytes are taken before.
    const token = result instanceof asn1.Sequence ? derOf(result.valueBlock.value[1]) : undefined;
    const { status } = new TimeStampResp({ schema: result }).status;
    if (status !== PKIStatus.granted && status !== PKIStatus.grantedWithMods)
      throw new TimestampFailed('refused');
    if (token !== undefined) return token;
  } catch (error) {
    if (error instanceof TimestampFailed) throw error;
    throw new TimestampFailed('unreadable', { cause: error });
  }
  throw new TimestampFailed('unreadable');
}

/**
 * Requests an RFC 3161 timestamp for the bytes of a signature, and verifies it. The request contains a nonce,
 * and asks for the authority's certificate.
 * @throws TimestampFailed
 */
export async function requestTimestamp(
  authority: TimestampAuthority,
  signature: Uint8Array,
): Promise<Timestamped> {
  const nonce = newNonce();
  const token = tokenIn(await ask(authority, requestFor(signature, nonce)));
  try {
    const stamp = await verifyTimestampToken(token, signature, authority.roots);
    if (stamp.nonce !== nonceText(nonce)) throw new TimestampFailed('wrong_nonce');
    if (Math.abs(stamp.at.getTime() - authority.clock.now().getTime()) > DIFFERENCE_MAX)
      throw new TimestampFailed('wrong_time');
    return { token, at: stamp.at };
  } catch (error) {
    if (error instanceof TimestampInvalid) throw new TimestampFailed(error.problem, { cause: error });
    throw error;
  }
}
