import type { ReactNode } from 'react';

export interface BlockProps {
  /** Id of the heading. The heading names the block. */
  readonly id: string;
  readonly title: ReactNode;
  /** Shown at the end of the heading's line. */
  readonly aside?: ReactNode;
  readonly className?: string;
  readonly children: ReactNode;
}

/** A section of an admin page: a heading and its content. */
export function Block({ id, title, aside, className, children }: BlockProps) {
  return (
    <section className={className} aria-labelledby={id}>
      <div className="admin-block-header">
        <h2 id={id}>{title}</h2>
        {aside}
      </div>
      {children}
    </section>
  );
}
