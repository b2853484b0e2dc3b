import { RuleBroken } from '../../platform/errors/rule-broken.js';
import type { CreateNda } from '../nda.commands.js';
import type { NdaCreated } from '../nda.events.js';
import type { NdaState } from '../nda.state.js';

// Recognizes a creation that repeats an earlier one (rule:same-key-same-nda). All pure.

/** A key with at least this many characters counts as random. */
const RANDOM_KEY_LENGTH = 16;

/** True if the key of a repeated creation may replace a cookie that was lost with the first answer. */
export const mayReplaceCookie = (idempotencyKey: string): boolean =>
  idempotencyKey.length >= RANDOM_KEY_LENGTH;

/** True if creator and agreement are the same. Otherwise the id must look as if it were unknown. */
export const isRepeated = (
  { creatorKeyHashes, agreementHash }: Pick<NdaState, 'creatorKeyHashes' | 'agreementHash'>,
  command: CreateNda,
): boolean => creatorKeyHashes[0] === command.creatorKeyHash && agreementHash === command.agreementHash;

/**
 * True if the first creation with this key equals the requested one; the day of issue may differ. False if
 * the key was used for another agreement: its text must not be taken for the requested one.
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
