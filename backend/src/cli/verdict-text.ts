import type { OutsideResult } from '../proof/checkpoint-comparison.js';
import type { LogVerdict } from '../proof/log-pass.js';

const counted = (count: number, one: string): string => `${count} ${one}${count === 1 ? '' : 's'}`;

/** True if the log is intact and was compared with every kept checkpoint. */
export const isInOrder = ({ firstBroken, kept }: LogVerdict): boolean =>
  firstBroken === null && (kept === null || kept.compared === kept.given);

/**
 * Returns the output of `siegel verify:log`. The first line is the verdict. If the log contains events of
 * other programs, the second line is about those events. If kept checkpoints were given, the last line is
 * about the kept checkpoints.
 */
export function verdictText({ events, checkpoints, foreign, kept, firstBroken }: LogVerdict): string {
  const lines = [
    firstBroken === null
      ? `Intact: ${counted(events, 'event')}, ${counted(checkpoints, 'signed checkpoint')}.`
      : brokenText(firstBroken),
  ];
  if (foreign > 0)
    lines.push(
      `Skipped ${counted(foreign, 'event')} of other programs: the names of their streams are not in our format.`,
    );
  if (kept !== null) lines.push(keptText(kept));
  return lines.join('\n');
}

function brokenText({ stream, revision, kind, detail }: NonNullable<LogVerdict['firstBroken']>): string {
  return `Broken: ${kind}${stream === null ? '' : ` at ${stream}@${revision}`}: ${detail}.`;
}

function keptText({ given, compared, unsigned }: OutsideResult): string {
  const all = `Compared with ${compared} of ${counted(given, 'kept checkpoint')}.`;
  const [first] = unsigned;
  return first === undefined
    ? all
    : `${all} No known key signed ${unsigned.length} of them; the first has size ${first.size} (key ${first.keyId}). Give the keys that were kept with them in --keys.`;
}
