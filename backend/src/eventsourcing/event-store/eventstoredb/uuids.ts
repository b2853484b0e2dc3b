import type { UUID } from '@eventstore/db-client/generated/shared_pb.js';

/**
 * Returns a UUID's text. A server sends a UUID as text or as two numbers. It sends two numbers when it
 * reports a timeout, for instance.
 */
export function textOf(uuid: UUID | undefined): string {
  const structured = uuid?.getStructured();
  if (structured === undefined) return uuid?.getString() ?? '';
  const hex = [structured.getMostSignificantBits(), structured.getLeastSignificantBits()]
    .map((bits) => BigInt.asUintN(64, BigInt(bits)).toString(16).padStart(16, '0'))
    .join('');
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join('-');
}
