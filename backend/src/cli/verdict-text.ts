import type { OutsideResult } from '../proof/kept-checkpoints.js';
import type { LogVerdict } from '../proof/log-pass.js';

const counted = (count: number, one: string): string => `${count} ${one}${count === 1 ? '' : 's'}`;

/** Whether the log is intact, and nothing that was to be compared with it was left out. */
export const isInOrder = ({ firstBroken, kept }: LogVerdict): boolean =>
  firstBroken === null && (kept === null || kept.compared === kept.given);

/** What `siegel verify:log` says at its end: the verdict in one line, and others on what stood beside the log. */
export function verdictText({ events, checkpoints, foreign, kept, firstBroken }: LogVerdict): string {
  const lines = [
    firstBroken === null
      ? `Intact: ${counted(events, 'event')}, ${counted(checkpoints, 'checkpoint')}.`
      : brokenText(firstBroken),
  ];
  if (foreign > 0)
    lines.push(
      `Passed over ${counted(foreign, 'event')} of other programs, in streams that are not named as ours are.`,
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
    : `${all} No known key signed ${unsigned.length} of them, first the one of size ${first.size} (key ${first.keyId}). Name the keys that were kept with them with --keys.`;
}
