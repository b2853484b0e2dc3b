import { ArrowsClockwiseIcon } from '@phosphor-icons/react/dist/csr/ArrowsClockwise';
import { DownloadSimpleIcon } from '@phosphor-icons/react/dist/csr/DownloadSimple';
import type { NdaView } from '@siegel/contracts/nda/view';
import { PAGES } from '@siegel/contracts/pages';
import { type ComponentType, type MouseEvent, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { OnDemand } from '../../components/on-demand.js';
import { Button, buttonClass } from '../../components/button.js';
import { ButtonLink } from '../../components/button-link.js';
import { PageLink } from '../../components/page-link.js';
import { ConfirmDialog } from '../../components/confirm-dialog.js';
import { Money } from '../../components/money.js';
import { Notice } from '../../components/notice.js';
import { PageHeading } from '../../components/page-heading.js';
import { Rosette } from '../../components/rosette.js';
import { Seal } from '../../components/seal.js';
import { Sheet } from '../../components/sheet.js';
import { Status } from '../../components/status.js';
import { isPaymentReturn } from '../../lib/is-payment-return.js';
import { useSite } from '../../lib/site.js';
import { DisputedNotice } from '../invitation/panel-notices.js';
import type { PaymentDialogProps } from '../nda/payment-dialog-props.js';
import { CONFIRMING_MS, useIsLate } from '../nda/use-is-late.js';
import { usePolledNda } from '../nda/use-polled-nda.js';
import { usePaymentReported } from '../nda/use-payment-reported.js';
import { isInvitationShown, RemoteFinish } from './remote-finish.js';
import { type FinishPhase, finishPhase, undelivered } from './sending.js';
import { StageList } from './stage-list.js';
import { Summary } from './summary.js';
import { finishPause, useOverdue, useResend, useShownPhase } from './use-sending.js';

/**
 * Shown while the server confirms a payment. The payment may still fail. After CONFIRMING_MS a text says that
 * the user need not wait any longer, because the confirmation continues even if the page is closed. The user
 * can then also pay again.
 */
function Confirming({ onPay }: { onPay: () => void }) {
  const { t } = useTranslation('finish');
  const late = useIsLate(true, CONFIRMING_MS);
  return (
    <div className="finish-confirming">
      <div role="status">
        <Status tone="run" label={t('due.confirming')} />
        {late && <p className="text-note">{t('due.confirmingLong')}</p>}
      </div>
      {late && <Button onClick={onPay}>{t('due.button')}</Button>}
    </div>
  );
}

/**
 * Shown when both parties have signed but the NDA is not paid on the server. Either nothing has been paid
 * yet, or the server has not seen the payment yet.
 */
function PaymentDue({ nda, reported, onPay }: { nda: NdaView; reported: boolean; onPay: () => void }) {
  const { t } = useTranslation('finish');
  return (
    <div className="finish-columns">
      <div>
        <PageHeading title={t('due.title')} lead={t('due.lead')} />
        <Summary nda={nda} correctable />
        <div className="action-bar">
          <span className="text-soft">
            {t('due.amount')} <Money cents={nda.amountDue} />
          </span>
          {reported ? (
            <Confirming onPay={onPay} />
          ) : (
            <Button variant="go" size="big" onClick={onPay}>
              {t('due.button')}
            </Button>
          )}
        </div>
      </div>
      <aside className="finish-crest">
        <Rosette size={280} />
        <Seal state="both" size={178} title={true} />
      </aside>
    </div>
  );
}

function SummarySheet({ nda }: { nda: NdaView }) {
  const { t } = useTranslation('finish');
  return (
    <aside>
      <Sheet className="finish-summary">
        <div className="finish-summary-header">
          <h2>{t('summary.title')}</h2>
          <Seal state="both" size={60} title={true} />
        </div>
        <Summary nda={nda} />
      </Sheet>
    </aside>
  );
}

/** Offers to write to the operator only if an address is configured (rule:operator-is-configuration). */
function SlowNotice({ ndaId, onAsked }: { ndaId: string; onAsked: () => void }) {
  const { t } = useTranslation('finish');
  const site = useSite();
  const { busy, resend } = useResend(ndaId, onAsked);
  return (
    <Notice
      tone="warn"
      title={t('slow.title')}
      action={
        <Button size="sm" busy={busy} busyLabel={t('slow.retrying')} onClick={resend}>
          <ArrowsClockwiseIcon size={18} aria-hidden="true" />
          {t('slow.retry')}
        </Button>
      }
    >
      {t('slow.text')}
      {site.operatorEmail !== null && (
        <>
          {' '}
          {t('slow.write')} <PageLink to={PAGES.contact.path}>{t('slow.contact')}</PageLink>.
        </>
      )}
    </Notice>
  );
}

function Undelivered({ nda }: { nda: NdaView }) {
  const { t } = useTranslation('finish');
  return undelivered(nda).map((party) => (
    <Notice key={party} tone="bad" title={t('bounced.title')}>
      {t('bounced.text', { email: party === 1 ? nda.party1Email : nda.party2Email })}
    </Notice>
  ));
}

/**
 * Shown after the payment. Lists the stages in which the document is made and sent. If the document has not
 * been sent after 30 s, a notice offers to send it again.
 */
function Sending({ nda, failed }: { nda: NdaView; failed: boolean }) {
  const { t } = useTranslation('finish');
  const phase = finishPhase(nda) === 'sent' ? 'sent' : 'sending';
  const { overdue, restart } = useOverdue(phase);
  return (
    <div className="finish-columns">
      <div>
        <PageHeading title={t(`${phase}.title`)} lead={t(`${phase}.lead`)} />
        <StageList nda={nda} />
        <div className="finish-notices">
          <DisputedNotice nda={nda} />
          <Undelivered nda={nda} />
          {overdue && <SlowNotice ndaId={nda.id} onAsked={restart} />}
          {failed && (
            <Notice tone="warn" title={t('pollFailed.title')}>
              {t('pollFailed.text')}
            </Notice>
          )}
          {phase === 'sent' && (
            <div className="finish-document">
              <a className={buttonClass('line')} href={`/api/ndas/${nda.id}/pdf`} download>
                <DownloadSimpleIcon size={20} aria-hidden="true" />
                {t('sent.download')}
              </a>
              <p className="text-soft">
                {t('sent.verify')} <PageLink to={PAGES.verify.path}>{t('sent.verifyLink')}</PageLink>
              </p>
            </div>
          )}
        </div>
      </div>
      <SummarySheet nda={nda} />
    </div>
  );
}

/**
 * The two links that leave the page. While the agreement is unpaid, each link first asks the user to confirm,
 * and the question shows the agreement's address.
 */
function LeaveLinks({ open, leave }: { open: boolean; leave: (to: string) => void }) {
  const { t } = useTranslation('finish');
  const [wanted, setWanted] = useState<string | null>(null);
  const onClick = (to: string) => (event: MouseEvent) => {
    event.preventDefault();
    if (open) setWanted(to);
    else leave(to);
  };
  return (
    <div className="action-bar">
      <ButtonLink variant="text" to="/" onClick={onClick('/')}>
        {t('home')}
      </ButtonLink>
      <ButtonLink variant="line" to={PAGES.create.path} onClick={onClick(PAGES.create.path)}>
        {t('another')}
      </ButtonLink>
      <ConfirmDialog
        open={wanted !== null}
        onOpenChange={(shown) => !shown && setWanted(null)}
        title={t('leave.title')}
        description={
          <>
            {t('leave.text')}{' '}
            <PageLink to={window.location.pathname}>
              {window.location.host + window.location.pathname}
            </PageLink>
          </>
        }
        confirmLabel={t('leave.confirm')}
        confirmVariant="line"
        cancelLabel={t('leave.cancel')}
        onConfirm={() => leave(wanted ?? '/')}
      />
    </div>
  );
}

/**
 * When the page has changed, scrolls to its top and moves the focus there. So sighted users and users of
 * screen readers begin at the same place. The page changes after a payment, or when Party 2 signs through the
 * link. Nothing moves while the payment dialog is open.
 */
function useSendingStart(phase: FinishPhase, paying: boolean) {
  const top = useRef<HTMLDivElement>(null);
  const before = useRef(phase);
  useEffect(() => {
    if (paying) return;
    const was = before.current;
    before.current = phase;
    if (was === phase || (was !== 'payment-due' && was !== 'remote')) return;
    window.scrollTo(0, 0);
    top.current?.focus({ preventScroll: true });
  }, [phase, paying]);
  return top;
}

export interface FinishStepProps {
  nda: NdaView;
  onToSigning: () => void;
  /**
   * Called when both mails have been accepted. If they were accepted before this screen opened, it is called
   * when the screen opens.
   */
  onSent: () => void;
  /** Begins another agreement with this agreement's data. */
  onReuse: () => void;
  /** Goes to a page of this site and deletes this browser's data about this NDA. */
  onLeave: (to: string) => void;
  paymentDialog: ComponentType<PaymentDialogProps>;
}

/** Step 5: the user pays and sees the document being sent. */
export function FinishStep({
  nda: before,
  onToSigning,
  onSent,
  onReuse,
  onLeave,
  paymentDialog: PaymentDialog,
}: FinishStepProps) {
  const { t } = useTranslation('finish');
  const { nda, failed } = usePolledNda(before, finishPause);
  const phase = useShownPhase(finishPhase(nda));
  const remote = phase === 'remote' && isInvitationShown(nda);
  // A user who returns from the bank continues in the dialog.
  const [paying, setPaying] = useState(isPaymentReturn);
  const [reported, report] = usePaymentReported(nda.party1PaymentStatus);
  useEffect(() => {
    if (phase === 'sent') onSent();
  }, [phase, onSent]);
  const top = useSendingStart(phase, paying);
  return (
    <div className="step-page step-start" ref={top} tabIndex={-1}>
      {phase === 'payment-due' && <PaymentDue nda={nda} reported={reported} onPay={() => setPaying(true)} />}
      {(phase === 'sending' || phase === 'sent') && <Sending nda={nda} failed={failed} />}
      {remote && <RemoteFinish nda={nda} pollFailed={failed} onToSigning={onToSigning} onReuse={onReuse} />}
      {(phase === 'unsigned' || phase === 'remote') && !remote && (
        <>
          <PageHeading title={t('unsigned.title')} lead={t('unsigned.lead')} />
          <Button variant="go" onClick={onToSigning}>
            {t('unsigned.button')}
          </Button>
        </>
      )}
      <OnDemand open={paying}>
        {paying && <PaymentDialog nda={nda} open={paying} onOpenChange={setPaying} onPending={report} />}
      </OnDemand>
      <LeaveLinks open={phase !== 'sending' && phase !== 'sent' && !remote} leave={onLeave} />
    </div>
  );
}
