import type { Adoption } from '../../eventsourcing/trust/adoption.js';

/**
 * Returns the reasons of all adoptions.
 * @param again names of keys that are retired once more
 */
export function reasonOf(
  former: Pick<Adoption, 'reason'> | undefined,
  reason: string | null,
  again: readonly string[],
): string | null {
  const ofKeys = again.length === 0 ? null : `retired before a restore: ${again.join(', ')}`;
  const given = [former?.reason ?? null, reason, ofKeys].filter((one) => one !== null);
  return given.length === 0 ? null : given.join('; ');
}
