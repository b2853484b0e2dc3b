import type { ReactNode } from 'react';

export interface LostSheetProps {
  kicker: ReactNode;
  title: ReactNode;
  lead: ReactNode;
  /** Decoration on the missing sheet. */
  picture: ReactNode;
  children: ReactNode;
}

/** A dashed sheet that replaces a page that cannot be shown, because of a 404, a dead link or a crash. */
export function LostSheet({ kicker, title, lead, picture, children }: LostSheetProps) {
  return (
    <div className="page-width lost-sheet">
      <div>
        <p className="text-serif text-soft lost-sheet-kicker">{kicker}</p>
        <h1>{title}</h1>
        <p className="text-lead">{lead}</p>
        <div className="lost-sheet-actions">{children}</div>
      </div>
      <div className="lost-sheet-picture fold-marks" aria-hidden="true">
        {picture}
      </div>
    </div>
  );
}
