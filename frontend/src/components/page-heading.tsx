import type { ReactNode } from 'react';

/**
 * The heading of the current step, and one line of help. The heading takes the focus when the view with this
 * heading replaces another view.
 */
export function PageHeading({ title, lead }: { title: ReactNode; lead: ReactNode }) {
  return (
    <div className="page-heading">
      <h1 tabIndex={-1}>{title}</h1>
      {lead && <p className="text-lead">{lead}</p>}
    </div>
  );
}
