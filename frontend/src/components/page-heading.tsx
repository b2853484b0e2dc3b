import type { ReactNode } from 'react';

/**
 * The current step's heading and one line of help. The heading takes the focus when this view replaces
 * another one.
 */
export function PageHeading({ title, lead }: { title: ReactNode; lead: ReactNode }) {
  return (
    <div className="page-heading">
      <h1 tabIndex={-1}>{title}</h1>
      {lead && <p className="text-lead">{lead}</p>}
    </div>
  );
}
