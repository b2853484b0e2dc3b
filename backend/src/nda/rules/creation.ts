import { RuleBroken } from '../../platform/errors/rule-broken.js';
import type { CreateNda } from '../nda.commands.js';
import type { NdaCreated } from '../nda.events.js';
import type { NdaState } from '../nda.state.js';

// When a creation is the repetition of an earlier one (rule:same-key-same-nda). All pure.

/** From this length on a key is taken for random. */
const RANDOM_KEY_LENGTH = 16;

/** Whether the key of a repeated creation may stand in for a cookie that was lost with the first answer. */
export const standsInForCookie = (idempotencyKey: string): boolean =>
  idempotencyKey.length >= RANDOM_KEY_LENGTH;

/** By the same creator, of the same agreement. Anyone else's id is to look like an unknown one. */
export const isRepeated = (
  { creatorKeyHashes, agreementHash }: Pick<NdaState, 'creatorKeyHashes' | 'agreementHash'>,
  command: CreateNda,
): boolean => creatorKeyHashes[0] === command.creatorKeyHash && agreementHash === command.agreementHash;

/**
 * Whether what was created under this key the first time is what is asked for now; the day of issue may be
 * another. False where the key was used for another agreement, whose text must not pass for this one's.
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
