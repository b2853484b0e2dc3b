import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex, concatBytes, hexToBytes, utf8ToBytes } from '@noble/hashes/utils.js';

const LENGTH_BYTES = 4;

function lengthPrefixed(parts: readonly string[]): Uint8Array {
  return concatBytes(
    ...parts.flatMap((part) => {
      const bytes = utf8ToBytes(part);
      const length = new Uint8Array(LENGTH_BYTES);
      new DataView(length.buffer).setUint32(0, bytes.length);
      return [length, bytes];
    }),
  );
}

export const sha256Hex = (bytes: Uint8Array): string => bytesToHex(sha256(bytes));
const hashOf = (...parts: string[]): string => sha256Hex(lengthPrefixed(parts));

interface Content {
  readonly id: string;
  readonly type: string;
  readonly core: string;
  readonly data: string;
}
interface Place {
  readonly revision: number;
  readonly previousHash: string;
}

/*
 * The functions below compute the hashes of the log (rule:hash-chain). The backend has another implementation
 * of these hashes. The duplication is intended, because a check of evidence must not depend on the code that
 * made the evidence. Each hash is SHA-256 over several parts. Each part is preceded by its length in bytes
 * (unsigned, 32 bits, big-endian).
 */

/** Parts: `content`, format, blind, id, type, core, data. */
export const evidenceContentHash = ({ blind, id, type, core, data }: Content & { blind: string }): string =>
  hashOf('content', '2', blind, id, type, core, data);

/** Parts: `event`, format, stream, revision, content, previous hash. */
export const evidenceEventHash = (
  stream: string,
  { revision, content, previousHash }: Place & { content: string },
): string => hashOf('event', '2', stream, String(revision), content, previousHash);

/** Parts in format 1: `event`, format, stream, revision, id, type, core, data, previous hash. */
export const evidenceEventHashV1 = (stream: string, event: Place & Content): string => {
  const { revision, id, type, core, data, previousHash } = event;
  return hashOf('event', '1', stream, String(revision), id, type, core, data, previousHash);
};

/**
 * Returns the commitment to an agreement's hash (rule:agreement-commitment): SHA-256 over the salt and the 32
 * bytes of the hash.
 * @throws Error if the hash is not hexadecimal
 */
export const evidenceAgreementCommitment = (salt: Uint8Array, hash: string): string =>
  sha256Hex(concatBytes(salt, hexToBytes(hash)));
