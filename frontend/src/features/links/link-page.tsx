import { PRODUCT_NAME } from '@siegel/contracts/limits';
import { type ReactNode, useEffect, useRef } from 'react';
import { Notice } from '../../components/notice.js';
import { PageHeading } from '../../components/page-heading.js';
import { nameView } from '../../lib/own-title.js';

export interface LinkPageProps {
  title: string;
  lead?: ReactNode;
  /** True if the page follows an action of the user. The page's heading then takes the focus. */
  done?: boolean;
  /** Why the action failed, and what to do. */
  problem?: string | undefined;
  /** The button of the page. */
  action?: ReactNode;
  children?: ReactNode;
}

/** A page that people open with a link in a mail. It has one column, one question and one button. */
export function LinkPage({ title, lead, done = false, problem, action, children }: LinkPageProps) {
  const top = useRef<HTMLDivElement>(null);
  useEffect(() => nameView(`${title} | ${PRODUCT_NAME}`), [title]);
  useEffect(() => {
    if (done) top.current?.querySelector('h1')?.focus({ preventScroll: true });
  }, [done]);
  return (
    <div className="page-width page link-page" ref={top}>
      <PageHeading title={title} lead={lead} />
      {children}
      {problem !== undefined && <Notice tone="bad" title={problem} />}
      {action !== undefined && <div className="link-page-action">{action}</div>}
    </div>
  );
}
