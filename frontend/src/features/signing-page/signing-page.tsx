import { lazy, Suspense } from 'react';
import { i18n } from '../../lib/i18n.js';
import { DeadLink } from '../links/dead-link.js';
import { isDeadLink, shareFate } from '../links/link-error.js';
import { LinkNotRead } from '../links/link-not-read.js';
import type { LinkToken } from '../links/link-token.js';
import { TakingLong } from '../links/taking-long.js';
import { useSigningLink } from './signing-link.js';
import { Waiting } from './waiting.js';

/** Comes once there is something to show: a dead link needs nothing of it. */
const RemoteViews = lazy(async () => {
  const [views] = await Promise.all([import('./remote-views.js'), i18n.loadNamespaces(['remote'])]);
  return { default: views.RemoteViews };
});

/**
 * The invited party's page. What the link opens is shown from the first answer on, whatever a later look brings; a dead
 * link says whom to turn to (rule:dead-links-say-whom-to-ask).
 */
export default function SigningPage({ token, damaged }: LinkToken) {
  const link = useSigningLink(token);
  const dead = isDeadLink(link.error) ? link.error : undefined;
  if (link.data !== undefined)
    return (
      <Suspense fallback={<Waiting />}>
        <RemoteViews token={token} link={link.data} dead={dead} looks={link} />
      </Suspense>
    );
  if (dead !== undefined) return <DeadLink damaged={damaged} share={shareFate(dead)} />;
  if (link.isError) return <LinkNotRead busy={link.isFetching} onRetry={() => void link.refetch()} />;
  return (
    // An element of its own: the one that comes is no other shape of this one, which would be seen moving.
    <div key="waiting">
      <Waiting />
      <div className="page-width">
        <TakingLong />
      </div>
    </div>
  );
}
