import type { ReactNode } from 'react';

/** open: outline. half: Party 1 signed. run: sending or waiting. ok: done. bad: failed or expired. */
export type StatusTone = 'open' | 'half' | 'run' | 'ok' | 'bad';

export function Status({ tone, label }: { tone: StatusTone; label: ReactNode }) {
  return <span className={tone === 'open' ? 'status' : `status ${tone}`}>{label}</span>;
}
