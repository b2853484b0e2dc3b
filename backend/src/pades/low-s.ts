import type { KeyObject } from 'node:crypto';
import { ownMember } from '@siegel/contracts/own-members';
import { type DerElement, elementsIn, readDer, writeDer } from './der.js';

/** The order n of each curve (SEC 2). */
const ORDERS: Readonly<Record<string, bigint>> = {
  prime256v1: 0xffffffff00000000ffffffffffffffffbce6faada7179e84f3b9cac2fc632551n,
  secp384r1: BigInt(
    '0xffffffffffffffffffffffffffffffffffffffffffffffffc7634d81f4372ddf581a0db248b0a77aecec196accc52973',
  ),
  secp521r1: BigInt(
    '0x01fffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffa51868783bf2f966b7fcc0148f709a5d03bb5c9b8899c47aebb6fb71e91386409',
  ),
};
const TAG = { integer: 0x02, sequence: 0x30 } as const;

type Key = Pick<KeyObject, 'asymmetricKeyDetails'>;

const valueOf = ({ content }: DerElement): bigint => BigInt(`0x${content.toString('hex')}`);

/**
 * Returns the DER of a positive integer. If the first bit is set, a zero byte comes first. Without this byte,
 * the DER would mean a negative integer.
 */
function integer(value: bigint): Buffer {
  const hex = value.toString(16);
  const bytes = Buffer.from(hex.padStart(hex.length + (hex.length % 2), '0'), 'hex');
  return writeDer(TAG.integer, Buffer.alloc((bytes[0] ?? 0) >> 7), bytes);
}

/**
 * An ECDSA signature is a pair (r, s). The pair (r, n - s), where n is the order of the curve, is equally
 * valid, and anyone can compute it from (r, s). Returns this other pair, the twin of the signature
 * (rule:seal-has-one-spelling). Returns undefined for other types of keys, because their signatures have only
 * one form.
 * @param signature DER
 * @throws NotDer
 */
export function twinOfSignature(signature: Buffer, key: Key): Buffer | undefined {
  const order = ownMember(ORDERS, key.asymmetricKeyDetails?.namedCurve ?? '');
  if (order === undefined) return undefined;
  const [r, s] = elementsIn(readDer(signature)) as [DerElement, DerElement];
  return writeDer(TAG.sequence, r.bytes, integer(order - valueOf(s)));
}

/**
 * Returns the form of the signature that has the lower s: the signature itself or its twin (see
 * `twinOfSignature`). Only this form is accepted.
 * @throws NotDer
 */
export function lowSFormOf(signature: Buffer, key: Key): Buffer {
  const twin = twinOfSignature(signature, key);
  if (twin === undefined) return signature;
  const [own, other] = [signature, twin].map((der) => valueOf(elementsIn(readDer(der))[1] as DerElement));
  return (own ?? 0n) < (other ?? 0n) ? signature : twin;
}
