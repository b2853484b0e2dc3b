import type { ReactNode } from 'react';

/**
 * open: only an outline. half: Party 1 has signed. run: sending or waiting. ok: done. bad: failed or expired.
 */
export type StatusTone = 'open' | 'half' | 'run' | 'ok' | 'bad';

const TONE_CLASSES: Record<StatusTone, string> = {
  open: 'status',
  half: 'status status-half',
  run: 'status status-running',
  ok: 'status status-good',
  bad: 'status status-bad',
};

export function Status({ tone, label }: { tone: StatusTone; label: ReactNode }) {
  return <span className={TONE_CLASSES[tone]}>{label}</span>;
}
