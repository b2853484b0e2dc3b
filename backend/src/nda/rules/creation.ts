import { RuleBroken } from '../../platform/errors/rule-broken.js';
import type { CreateNda } from '../nda.commands.js';
import type { NdaCreated } from '../nda.events.js';
import type { NdaState } from '../nda.state.js';

// Recognizes a creation that repeats an earlier one (rule:same-key-same-nda). All functions are pure.

/** A key with at least this many characters counts as random. */
const RANDOM_KEY_LENGTH = 16;

/**
 * True if a browser that repeats a creation with this key may get a new cookie in place of the cookie that
 * was lost with the first response.
 */
export const mayReplaceCookie = (idempotencyKey: string): boolean =>
  idempotencyKey.length >= RANDOM_KEY_LENGTH;

/**
 * True if the command has the same creator and the same agreement as the existing NDA. If false, the caller
 * gets the response for an unknown id.
 */
export const isRepeated = (
  { creatorKeyHashes, agreementHash }: Pick<NdaState, 'creatorKeyHashes' | 'agreementHash'>,
  command: CreateNda,
): boolean => creatorKeyHashes[0] === command.creatorKeyHash && agreementHash === command.agreementHash;

/**
 * True if the first creation with this key has the same data as the requested creation. Only the day of issue
 * may differ. False if the key was used for another agreement, because the caller must not mistake that
 * agreement for the requested one.
 * @throws RuleBroken nda_erased
 */
export function isSameCreation(
  { open, personal }: Pick<NdaCreated, 'open' | 'personal'>,
  command: CreateNda,
): boolean {
  if (personal === undefined) throw new RuleBroken('nda_erased');
  const { agreementHash: _, agreementSalt: __, ...entered } = personal;
  const first = new Map<string, unknown>(Object.entries({ ...open, ...entered }));
  const asked = new Map<string, unknown>(
    Object.entries({ ...command.terms, ...command.personal, replaces: command.replaces }),
  );
  return [...asked.keys(), ...Object.keys(entered)].every((field) => first.get(field) === asked.get(field));
}
