import { lazy, Suspense } from 'react';
import { isClosed } from '../../lib/api-error.js';
import { i18n } from '../../lib/i18n.js';
import { DeadLink } from '../links/dead-link.js';
import { isDeadLink, shareFate } from '../links/link-error.js';
import { LinkReadFailed } from '../links/link-read-failed.js';
import type { LinkToken } from '../links/link-token.js';
import { SlowLoadNotice } from '../links/slow-load-notice.js';
import { useSigningLink } from './signing-link.js';
import { Waiting } from './waiting.js';

/**
 * The views are loaded only once there is an agreement to show, because the page of a dead link does not need
 * them.
 */
const RemoteViews = lazy(async () => {
  const [views] = await Promise.all([import('./remote-views.js'), i18n.loadNamespaces(['remote'])]);
  return { default: views.RemoteViews };
});

const ClosedView = lazy(async () => {
  const [view] = await Promise.all([import('./closed-view.js'), i18n.loadNamespaces(['remote'])]);
  return { default: view.ClosedView };
});

/**
 * The page of the invited party. Once the agreement is loaded, the page keeps showing it, even if a later
 * poll fails. A dead link says whom to ask (rule:dead-links-say-whom-to-ask). While nothing can be changed in
 * the agreement, the page says only that (rule:first-fault-closes-the-stream).
 */
export default function SigningPage({ token, damaged }: LinkToken) {
  const link = useSigningLink(token);
  const dead = isDeadLink(link.error) ? link.error : undefined;
  const isWithheld = link.data !== undefined && link.data.untrustedSince !== null;
  if (dead !== undefined && (link.data === undefined || isWithheld))
    return <DeadLink damaged={damaged} share={shareFate(dead)} />;
  if (isWithheld || isClosed(link.error))
    return (
      <Suspense key="closed" fallback={<Waiting />}>
        <ClosedView />
      </Suspense>
    );
  if (link.data !== undefined)
    return (
      <Suspense fallback={<Waiting />}>
        <RemoteViews token={token} link={link.data} endReason={dead} polls={link} />
      </Suspense>
    );
  if (link.isError) return <LinkReadFailed busy={link.isFetching} onRetry={() => void link.refetch()} />;
  return (
    // The key makes this a separate element. Without the key, React would reuse this element for the loaded
    // page, and the change of size would be visible as a movement.
    <div key="waiting">
      <Waiting />
      <div className="page-width">
        <SlowLoadNotice />
      </div>
    </div>
  );
}
