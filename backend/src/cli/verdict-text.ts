import type { OutsideResult } from '../proof/checkpoint-comparison.js';
import type { BrokenPlace } from '../proof/verify-stream.js';
import type { VerifiedLog } from './verify-stored-log.js';

const counted = (count: number, one: string): string => `${count} ${one}${count === 1 ? '' : 's'}`;

/** True if the log is intact and was compared with every kept checkpoint. */
export const isInOrder = ({ firstBroken, kept }: Pick<VerifiedLog, 'firstBroken' | 'kept'>): boolean =>
  firstBroken === null && (kept === null || kept.compared === kept.given);

/**
 * Returns the output of `siegel verify:log`. The broken places are printed before, as they are found. The first
 * line is the verdict. If the log contains events of other programs, a line is about those events. If kept
 * checkpoints were given, a line is about the kept checkpoints. Without APPEND_KEY, the last line says so.
 */
export function verdictText(verdict: VerifiedLog): string {
  const { events, checkpoints, foreign, kept, broken, isAuthenticated } = verdict;
  const seen = `${counted(events, 'event')}, ${counted(checkpoints, 'signed checkpoint')}`;
  const lines = [
    broken === 0 ? `Intact: ${seen}.` : `Broken at ${counted(broken, 'place')}. Verified: ${seen}.`,
  ];
  if (foreign > 0)
    lines.push(
      `Skipped ${counted(foreign, 'event')} of other programs: the names of their streams are not in our format.`,
    );
  if (kept !== null) lines.push(keptText(kept));
  if (!isAuthenticated)
    lines.push(
      'There is no APPEND_KEY here, so nobody checked who wrote the events. An event that somebody forged may count as intact.',
    );
  return lines.join('\n');
}

/** Returns the line about a broken place, with the command that repairs it. */
export function placeText({ stream, revision, kind, detail }: BrokenPlace): string {
  if (stream === null) return `Broken: ${kind}: ${detail}.`;
  return `Broken: ${kind} at ${stream}@${revision}: ${detail}. To repair it: siegel log:repair ${stream}`;
}

function keptText({ given, compared, unsigned }: OutsideResult): string {
  const all = `Compared with ${compared} of ${counted(given, 'kept checkpoint')}.`;
  const [first] = unsigned;
  return first === undefined
    ? all
    : `${all} No known key signed ${unsigned.length} of them; the first has size ${first.size} (key ${first.keyId}). Give the keys that were kept with them in --keys.`;
}
