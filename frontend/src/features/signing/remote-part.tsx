import { CheckIcon } from '@phosphor-icons/react/dist/csr/Check';
import { EnvelopeSimpleIcon } from '@phosphor-icons/react/dist/csr/EnvelopeSimple';
import type { NdaView } from '@siegel/contracts/nda/view';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '../../components/button.js';
import { Money } from '../../components/money.js';
import { Notice } from '../../components/notice.js';
import { Status } from '../../components/status.js';
import { formatDayAndTime } from '../../lib/format.js';
import { CorrectableAddress } from '../invitation/correctable-address.js';
import { isInvitable } from '../invitation/invitation-state.js';
import { useOwedInvitation } from '../invitation/use-invitation.js';
import { CONFIRMING_MS, useIsLate } from '../nda/use-is-late.js';

/** Shown in place of Party 2's pad. Says where the link will be sent. */
export function LinkCard({ nda }: { nda: NdaView }) {
  const { t } = useTranslation('signing');
  return (
    <section className="party-card" aria-label={t('region.2')}>
      <div className="party-card-header">
        <div>
          <small>{t('party.2')}</small>
          <h2>
            <bdi>{nda.party2Name}</bdi>
          </h2>
        </div>
      </div>
      <div className="link-card">
        <EnvelopeSimpleIcon size={32} aria-hidden="true" />
        <p>{t('link.goesTo')}</p>
        <p className="link-card-address">{nda.party2Email}</p>
        <p className="text-note">{t('link.when')}</p>
      </div>
    </section>
  );
}

function Line({ done, title, children }: { done: boolean; title: ReactNode; children: ReactNode }) {
  const { t } = useTranslation('signing');
  return (
    <li className="remote-line" data-done={done || undefined}>
      <span className="remote-line-dot">
        {done && <CheckIcon size={16} weight="bold" role="img" aria-label={t('lines.done')} />}
      </span>
      <b>{title}</b>
      <div className="remote-line-body">{children}</div>
    </li>
  );
}

/**
 * Shown when Party 1 has paid and the invitation is about to be sent. If sending fails, the user can send the
 * invitation with a button.
 */
function OwedInvitation({ nda }: { nda: NdaView }) {
  const { t } = useTranslation('invitation');
  const { t: words } = useTranslation('signing');
  const { waiting, problem, busy, act } = useOwedInvitation(nda.id);
  if (waiting && problem === null)
    return (
      <p role="status" className="remote-line-waiting">
        <span className="spinner" aria-hidden="true" />
        {words('lines.soon')}
      </p>
    );
  return (
    <>
      {problem !== null && (
        <Notice tone="warn" title={t('invite.failed')}>
          {problem.message}
        </Notice>
      )}
      <Button variant="go" busy={busy} busyLabel={t('invite.busy')} onClick={() => act()}>
        {t('invite.button', { email: nda.party2Email })}
      </Button>
    </>
  );
}

function Payment({ nda, reported, onPay }: RemoteLinesProps) {
  const { t, i18n } = useTranslation('signing');
  const { party1PaidAt: paidAt, party1PaymentAmount: amount } = nda;
  if (nda.amountDue === 0)
    return (
      <p className="text-soft text-figures">
        {amount !== null && amount > 0 && (
          <>
            <Money cents={amount} />,{' '}
          </>
        )}
        {paidAt !== null && formatDayAndTime(paidAt, i18n.language)}
        {amount !== null && amount > 0 && (
          <span className="remote-line-order">{t('lines.order', { number: nda.orderNumber })}</span>
        )}
      </p>
    );
  return (
    <>
      <p className="text-soft">
        {t(nda.party1PaysForBoth ? 'lines.payBoth' : 'lines.payShare', { name: nda.party2Name })}
      </p>
      {reported ? <Confirming nda={nda} onPay={onPay} /> : <PayButton nda={nda} onPay={onPay} />}
    </>
  );
}

type PayProps = Pick<RemoteLinesProps, 'nda' | 'onPay'>;

/**
 * Shown while the server confirms a payment. The payment may still fail. After CONFIRMING_MS the user need
 * not wait any longer, because the server confirms the payment without this page. The user may also pay
 * again.
 */
function Confirming(props: PayProps) {
  const { t } = useTranslation('signing');
  const late = useIsLate(true, CONFIRMING_MS);
  return (
    <>
      <div role="status">
        <Status tone="run" label={t('lines.confirming')} />
        {late && <p className="text-note">{t('lines.confirmingLong')}</p>}
      </div>
      {late && <PayButton {...props} again />}
    </>
  );
}

function PayButton({ nda, onPay, again }: PayProps & { again?: true }) {
  const { t } = useTranslation('signing');
  return (
    <div className="remote-line-pay">
      <Button variant={again ? 'line' : 'go'} onClick={onPay}>
        {t('lines.payButton')}
      </Button>
      <Money cents={nda.amountDue} className="remote-line-amount" />
    </div>
  );
}

export interface RemoteLinesProps {
  nda: NdaView;
  /** True if Party 1 has paid here and the server has not seen the payment yet. */
  reported: boolean;
  onPay: () => void;
}

/**
 * Three lines for signing, payment and invitation. They show which of these are finished and what to do next.
 */
export function RemoteLines({ nda, reported, onPay }: RemoteLinesProps) {
  const { t, i18n } = useTranslation('signing');
  const { t: words } = useTranslation('invitation');
  const paid = nda.amountDue === 0;
  return (
    <ol>
      <Line done title={t('lines.signed')}>
        <p className="text-soft text-figures">
          {nda.party1SignedAt !== null && formatDayAndTime(nda.party1SignedAt, i18n.language)}
        </p>
      </Line>
      <Line done={paid} title={t(paid ? 'lines.paid' : 'lines.pay')}>
        <Payment nda={nda} reported={reported} onPay={onPay} />
      </Line>
      <Line done={false} title={t('lines.invitation', { name: nda.party2Name })}>
        <CorrectableAddress nda={nda} party={2} />
        {isInvitable(nda) && <OwedInvitation nda={nda} />}
        <p className="text-note">{words('invite.replyTo', { email: nda.party1Email })}</p>
      </Line>
    </ol>
  );
}
