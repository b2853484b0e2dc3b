import type { ReactNode } from 'react';

/** What is happening now, and one line of help. */
export function PageHeading({ title, lead, id }: { title: ReactNode; lead?: ReactNode; id?: string }) {
  return (
    <div className="page-heading">
      <h1 id={id}>{title}</h1>
      {lead && <p className="text-lead">{lead}</p>}
    </div>
  );
}
