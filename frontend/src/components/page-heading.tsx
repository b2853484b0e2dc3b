import type { ReactNode } from 'react';

/** What is happening now, and one line of help. */
export function PageHeading({ title, lead, id }: { title: ReactNode; lead?: ReactNode; id?: string }) {
  return (
    <div className="grid gap-3 mb-10">
      <h1 id={id}>{title}</h1>
      {lead && <p className="lead">{lead}</p>}
    </div>
  );
}
