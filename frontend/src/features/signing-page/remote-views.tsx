import type { RemoteSignatureView } from '@siegel/contracts/nda/remote-signature';
import { lazy, type ReactNode, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { OnDemand } from '../../components/on-demand.js';
import type { ApiError } from '../../lib/api-error.js';
import { type PollState, usePollFailing } from '../nda/use-poll-failing.js';
import { ReviewView } from './review-view.js';
import { mayBeSigned } from './share.js';
import { useOpened } from './use-opened.js';
import { usePaying } from './use-paying.js';
import { useViewHistory } from './use-view-history.js';
import type { RemoteView } from './view-line.js';
import { loadDone, loadLinkEnded, loadPayment, loadSign, usePreloadedViews } from './preloaded-views.js';
import { Waiting } from './waiting.js';

const SignView = lazy(loadSign);
const DoneView = lazy(loadDone);
const LinkEnded = lazy(loadLinkEnded);
const ShareDialog = lazy(loadPayment);

export interface RemoteViewsProps {
  token: string;
  link: RemoteSignatureView;
  /** Why the link ended while this page was open. Undefined if the link has not ended. */
  endReason: ApiError | undefined;
  polls: PollState;
}

function NotRefreshed() {
  const { t } = useTranslation('remote');
  return (
    <p className="text-soft" role="status">
      {t('quiet')}
    </p>
  );
}

/** Returns the current view, whether another view came before it, and whether the pad was ever shown. */
function useView(link: RemoteSignatureView, wanted: 'review' | 'sign') {
  const toSign = wanted === 'sign' && mayBeSigned(link);
  const view: RemoteView = link.alreadySigned ? 'done' : toSign ? 'sign' : 'review';
  const [first] = useState(view);
  const [follows, setFollows] = useState(false);
  const [padSeen, setPadSeen] = useState(false);
  if (view !== first && !follows) setFollows(true);
  if (view === 'sign' && !padSeen) setPadSeen(true);
  return { view, follows, padSeen };
}

/** The three views of the page: read, sign, done (rule:remote-page-has-three-views). */
export function RemoteViews({ token, link, endReason, polls }: RemoteViewsProps) {
  const pollFailing = usePollFailing(polls);
  const [wanted, go] = useViewHistory();
  const { view, follows, padSeen } = useView(link, wanted);
  const [returned, setReturned] = useState<ReactNode>();
  const toSign = () => {
    setReturned(undefined);
    go('sign');
  };
  const toText = (why: ReactNode) => {
    setReturned(why);
    go('review');
  };
  const paying = usePaying(token, link, toSign);
  useOpened(token, view !== 'done' && endReason === undefined);
  usePreloadedViews(!mayBeSigned(link));

  const over = endReason !== undefined;
  const gone: ReactNode = over ? (
    // A separate `Suspense` boundary keeps the text or the drawing visible while the notice loads.
    <Suspense>
      <LinkEnded error={endReason} party1={link.nda.party1Name} />
    </Suspense>
  ) : (
    pollFailing && <NotRefreshed />
  );
  if (view === 'done')
    return (
      <Suspense key="done" fallback={<Waiting />}>
        <DoneView token={token} link={link} follows={follows} />
      </Suspense>
    );
  return (
    <Suspense fallback={<Waiting />}>
      {view === 'review' && (
        <ReviewView
          link={link}
          share={paying.share}
          shareLate={paying.late}
          follows={follows}
          notice={over ? gone : (returned ?? gone)}
          over={over}
          onPay={() => paying.change(true)}
          onSign={toSign}
        />
      )}
      {padSeen && (
        <SignView
          token={token}
          link={link}
          shown={view === 'sign'}
          notice={gone}
          over={over}
          onReturned={toText}
          onBack={() => go('review')}
        />
      )}
      <OnDemand open={paying.open}>
        <ShareDialog
          key={paying.opening}
          token={token}
          link={link}
          open={paying.open}
          over={over}
          onOpenChange={paying.change}
          onPending={paying.report}
        />
      </OnDemand>
    </Suspense>
  );
}
