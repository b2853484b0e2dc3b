import type { ReactNode } from 'react';
import { Seal } from './seal.js';
import { Sheet } from './sheet.js';

/** Shown in place of an empty list: a dashed seal, a sentence, a line of help and one action. */
export function EmptyState({
  title,
  children,
  action,
}: {
  title: ReactNode;
  children: ReactNode;
  action: ReactNode;
}) {
  return (
    <Sheet className="empty-state">
      <Seal state="none" size={56} />
      <h3>{title}</h3>
      <p className="text-soft">{children}</p>
      {action}
    </Sheet>
  );
}
