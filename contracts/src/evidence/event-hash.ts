import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex, concatBytes, utf8ToBytes } from '@noble/hashes/utils.js';
import type { EvidenceEvent } from './evidence.js';

const EVENT_FORMAT = '1';
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

/**
 * An event's hash by the rule of the log (rule:hash-chain), written here a second time on purpose: whoever
 * checks evidence should not depend on the code that made it. SHA-256 over `event`, format, stream, revision,
 * id, type, core, data, previous hash, each preceded by its length in bytes (unsigned, 32 bits, big-endian).
 */
export function evidenceEventHash(stream: string, event: EvidenceEvent): string {
  const { revision, id, type, core, data, previousHash } = event;
  return sha256Hex(
    lengthPrefixed(['event', EVENT_FORMAT, stream, String(revision), id, type, core, data, previousHash]),
  );
}
