import type { ReactNode } from 'react';

/** What is happening now, and one line of help. */
export function PageHeading({ title, lead }: { title: ReactNode; lead: ReactNode }) {
  return (
    <div className="page-heading">
      <h1>{title}</h1>
      {lead && <p className="text-lead">{lead}</p>}
    </div>
  );
}
