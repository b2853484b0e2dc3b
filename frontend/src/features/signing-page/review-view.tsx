import { ArrowRightIcon } from '@phosphor-icons/react/dist/csr/ArrowRight';
import { formatDateTime } from '@siegel/contracts/formats';
import type { RemoteSignatureView } from '@siegel/contracts/nda/remote-signature';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '../../components/button.js';
import { isolated, OPEN } from '../../components/isolated.js';
import { KeyValues } from '../../components/key-values.js';
import { Money } from '../../components/money.js';
import { Notice } from '../../components/notice.js';
import { PageHeading } from '../../components/page-heading.js';
import { currentLanguage } from '../../lib/language.js';
import { AgreementBox } from './agreement-box.js';
import { useFacts } from './facts.js';
import type { ShareState } from './share.js';
import { ShareFact } from './share-fact.js';
import { useViewBeginning } from './use-view-beginning.js';
import { ViewLine } from './view-line.js';

export interface ReviewViewProps {
  link: RemoteSignatureView;
  share: ShareState;
  /** True if the confirmation of the payment takes longer than it should. */
  shareLate: boolean;
  /** True if another view was shown before. */
  follows: boolean;
  /** A notice that says why the user cannot continue, or why the user was sent back to this view. */
  notice: ReactNode;
  /** True if the link has ended. */
  over: boolean;
  onPay: () => void;
  onSign: () => void;
}

function ValidUntil({ expiresAt }: { expiresAt: string | null }) {
  const { t } = useTranslation('remote');
  const until = expiresAt === null ? undefined : formatDateTime(expiresAt, currentLanguage());
  return (
    <Notice title={until === undefined ? t('review.validOpen') : t('review.valid', { until })}>
      {t('review.evidence')}
    </Notice>
  );
}

/**
 * The button for the next action. Shows a price if the action has one (rule:share-is-paid-before-signing).
 */
function NextAction({
  link,
  share,
  shareLate,
  onPay,
  onSign,
}: Omit<ReviewViewProps, 'follows' | 'notice' | 'over'>) {
  const { t } = useTranslation('remote');
  if (share === 'confirming' && !shareLate)
    return (
      <Button variant="go" size="big" busy busyLabel={t('share.confirming')}>
        {t('review.toSign')}
      </Button>
    );
  const pays = share === 'due' || share === 'begun' || shareLate;
  return (
    <>
      {pays ? (
        <Money cents={link.amountDue} className="remote-next-amount" />
      ) : (
        <span className="text-note">{t('review.nothingYet')}</span>
      )}
      <Button variant="go" size="big" onClick={pays ? onPay : onSign}>
        {t(pays ? 'review.toPayment' : 'review.toSign')}
        <ArrowRightIcon size={20} aria-hidden="true" />
      </Button>
    </>
  );
}

/** The view for reading the agreement: the facts at the left, the text at the right. */
export function ReviewView(props: ReviewViewProps) {
  const { link, share, shareLate, follows, notice, over } = props;
  const { t } = useTranslation('remote');
  const { nda } = link;
  const party1 = { party1: nda.party1Name };
  const top = useViewBeginning(t('title'), true, follows);
  const facts = useFacts(nda);
  const own =
    share === 'none'
      ? []
      : [{ key: 'share', label: t('facts.share'), value: <ShareFact link={link} state={share} /> }];
  return (
    <div className="page-width remote-page" ref={top}>
      {notice}
      <div className="remote-columns">
        <div>
          <ViewLine current="review" />
          <PageHeading
            title={isolated(t('review.title', OPEN), party1)}
            lead={isolated(t(share === 'none' ? 'review.lead' : 'review.leadSplit', OPEN), party1)}
          />
          <KeyValues items={[...facts, ...own]} />
        </div>
        <div className="remote-text">
          <AgreementBox link={link} />
          {!over && (
            <>
              <ValidUntil expiresAt={link.expiresAt} />
              {shareLate && (
                <p className="text-note" role="status">
                  {t('share.confirmingLong')}
                </p>
              )}
              <div className="remote-next">
                <NextAction {...props} />
              </div>
            </>
          )}
        </div>
      </div>
    </div>
  );
}
