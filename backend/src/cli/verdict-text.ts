import type { StreamVerdict } from '../proof/verify-nda.js';

const counted = (count: number, one: string): string => `${count} ${one}${count === 1 ? '' : 's'}`;

/** What `siegel verify:log` says at its end, in one line. */
export function verdictText({ events, checkpoints, firstBroken }: StreamVerdict): string {
  if (firstBroken === null)
    return `Intact: ${counted(events, 'event')}, ${counted(checkpoints, 'checkpoint')}.`;
  const { stream, revision, kind, detail } = firstBroken;
  return `Broken: ${kind}${stream === null ? '' : ` at ${stream}@${revision}`}: ${detail}.`;
}
