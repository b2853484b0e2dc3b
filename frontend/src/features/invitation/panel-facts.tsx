import { MANUAL_REMINDERS_MAX } from '@siegel/contracts/limits';
import type { NdaView } from '@siegel/contracts/nda/view';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Money } from '../../components/money.js';
import { formatDayAndTime } from '../../lib/format.js';
import type { TimeLeft } from './invitation-state.js';

function Fact({ label, note, children }: { label: ReactNode; note: ReactNode; children: ReactNode }) {
  return (
    <div className="panel-fact">
      <dt>{label}</dt>
      <dd className="text-figures">{children}</dd>
      {note && <dd className="text-note">{note}</dd>}
    </div>
  );
}

const REMINDERS = Array.from({ length: MANUAL_REMINDERS_MAX }, (_, index) => index);

function Reminders({ sent }: { sent: number }) {
  return (
    <>
      {`${sent} / ${MANUAL_REMINDERS_MAX}`}
      <span className="panel-three" aria-hidden="true">
        {REMINDERS.map((index) => (
          <i key={index} data-sent={index < sent || undefined} />
        ))}
      </span>
    </>
  );
}

function useShareOfOther(nda: NdaView): string | null {
  const { t } = useTranslation('invitation');
  if (nda.party1PaysForBoth) return null;
  const state = nda.party2PaymentStatus;
  const word = state === 'succeeded' ? 'paid' : state === 'pending' ? 'pending' : 'open';
  return t(`facts.otherShare.${word}`, { name: nda.party2Name });
}

/** Shows when the invitation ends, the number of reminders, and the payments of both parties. */
export function PanelFacts({ nda, left }: { nda: NdaView; left: TimeLeft | null }) {
  const { t, i18n } = useTranslation('invitation');
  const moment = (iso: string) => formatDayAndTime(iso, i18n.language);
  const share = useShareOfOther(nda);
  const paid = nda.party1PaymentAmount;
  return (
    <dl className="panel-facts">
      {nda.expiresAt !== null && left !== null && (
        <Fact
          label={t('facts.validUntil')}
          note={
            left.days > 0
              ? t('facts.daysLeft', { count: left.days })
              : left.hours > 0
                ? t('facts.hoursLeft', { count: left.hours })
                : t('facts.lastHour')
          }
        >
          {moment(nda.expiresAt)}
        </Fact>
      )}
      <Fact
        label={t('facts.reminders')}
        note={
          nda.lastReminderAt === null
            ? t('facts.noReminder')
            : t('facts.lastReminder', { moment: moment(nda.lastReminderAt) })
        }
      >
        <Reminders sent={nda.remindersSent} />
      </Fact>
      <Fact
        label={t(nda.party1PaysForBoth ? 'facts.paidForBoth' : 'facts.paidShare')}
        note={
          <>
            {share ?? (nda.party1PaidAt === null ? '' : moment(nda.party1PaidAt))}
            {paid !== null && paid > 0 && (
              <span className="panel-order">{t('facts.order', { number: nda.orderNumber })}</span>
            )}
          </>
        }
      >
        {paid === null || (paid === 0 && nda.voucherCode !== null) ? (
          t('facts.byVoucher')
        ) : (
          <Money cents={paid} />
        )}
      </Fact>
    </dl>
  );
}
