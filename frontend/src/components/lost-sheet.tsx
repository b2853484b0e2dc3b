import type { ReactNode } from 'react';

export interface LostSheetProps {
  kicker: ReactNode;
  title: ReactNode;
  lead: ReactNode;
  /** What stands on the missing sheet; decoration. */
  picture: ReactNode;
  children: ReactNode;
}

/** A dashed sheet where something should be: 404, a dead link, a crash. */
export function LostSheet({ kicker, title, lead, picture, children }: LostSheetProps) {
  return (
    <div className="wrap lost">
      <div>
        <p className="it soft kicker">{kicker}</p>
        <h1>{title}</h1>
        <p className="lead">{lead}</p>
        <div className="flex flex-wrap items-center gap-x-6 gap-y-3 mt-8">{children}</div>
      </div>
      <div className="ghost marks" aria-hidden="true">
        {picture}
      </div>
    </div>
  );
}
