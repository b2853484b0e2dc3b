import type { NdaView } from '@siegel/contracts/nda/view';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '../../components/button.js';
import { Seal } from '../../components/seal.js';
import { Sheet } from '../../components/sheet.js';
import { Status, type StatusTone } from '../../components/status.js';
import { formatDate, formatDayAndTime } from '../../lib/format.js';
import { CorrectableAddress } from './correctable-address.js';
import { DaysBar } from './days-bar.js';
import { type InvitationPhase, invitationPhase, isInvited, timeLeft } from './invitation-state.js';
import { OtherDevices } from './other-devices.js';
import { InviteAgain, PanelActions } from './panel-actions.js';
import { useNow } from './use-now.js';
import { PanelFacts } from './panel-facts.js';
import { DisputedNotice, ProblemText, SlowNotice } from './panel-notices.js';

const TONES: Record<InvitationPhase, StatusTone> = {
  none: 'open',
  pending: 'run',
  waiting: 'run',
  refused: 'bad',
  signed: 'ok',
  expired: 'bad',
  cancelled: 'open',
};
const WORD_CLASSES: Record<StatusTone, string> = {
  open: 'panel-status text-soft',
  half: 'panel-status',
  run: 'panel-status panel-status-waiting',
  ok: 'panel-status text-good',
  bad: 'panel-status text-bad',
};

export interface InvitationPanelProps {
  nda: NdaView;
  /** Begins another agreement with this agreement's data, because an expired invitation cannot be renewed. */
  onReuse: () => void;
}

function Head({ nda, phase }: { nda: NdaView; phase: InvitationPhase }) {
  const { t, i18n } = useTranslation('invitation');
  const { party2Name, expiresAt } = nda;
  const date = expiresAt === null ? '' : formatDate(expiresAt, i18n.language);
  return (
    <div className="panel-head">
      <div>
        {/* Screen readers announce a change while the user waits. */}
        <p className={WORD_CLASSES[TONES[phase]]} role="status">
          <Status tone={TONES[phase]} label={t(`status.${phase}`, { date })} />
        </p>
        <h2>
          <bdi>{party2Name}</bdi>
        </h2>
        {isInvited(nda) ? (
          <CorrectableAddress nda={nda} party={2} urgent={phase === 'refused'} />
        ) : (
          <p className="text-soft">{nda.party2Email}</p>
        )}
      </div>
      <Seal state={phase === 'signed' ? 'both' : 'one'} size={84} title={true} />
    </div>
  );
}

/** The panel while the link is waiting for Party 2. */
function Waiting({ nda, phase }: { nda: NdaView; phase: InvitationPhase }) {
  const { t, i18n } = useTranslation('invitation');
  const now = useNow();
  const left = nda.expiresAt === null ? null : timeLeft(nda.expiresAt, now);
  const declined = nda.remindersDeclined && nda.expiresAt !== null;
  return (
    <>
      {phase === 'pending' && <SlowNotice key={nda.party2Email} nda={nda} />}
      {declined && phase !== 'refused' && (
        <p>{t('declined', { moment: formatDayAndTime(nda.expiresAt ?? '', i18n.language) })}</p>
      )}
      {phase === 'waiting' && left !== null && <DaysBar left={left} declined={nda.remindersDeclined} />}
      <PanelFacts nda={nda} left={phase === 'pending' ? null : left} />
      <PanelActions nda={nda} />
    </>
  );
}

/**
 * Says what happens to Party 1's payment. If Party 2 has paid its own share, also says that this share is
 * refunded (rule:price).
 */
function Expiry({ nda }: { nda: NdaView }) {
  const { t } = useTranslation('invitation');
  if (nda.party1PaysForBoth) return <>{t('expired.paid')}</>;
  const refunded = nda.party2PaymentStatus === 'succeeded' && (nda.party2PaymentAmount ?? 0) > 0;
  return (
    <>
      {t('expired.paidShare')}
      {refunded && <> {t('expired.otherShare', { name: nda.party2Name })}</>}
    </>
  );
}

function Body({ nda, phase, onReuse }: InvitationPanelProps & { phase: InvitationPhase }): ReactNode {
  const { t } = useTranslation('invitation');
  const name = nda.party2Name;
  if (phase === 'expired')
    return (
      <div className="panel-end">
        <p>
          {t('expired.text', { name })} <Expiry nda={nda} /> {t('expired.newOne')}
        </p>
        <Button variant="go" onClick={onReuse}>
          {t('expired.again')}
        </Button>
      </div>
    );
  if (phase === 'cancelled')
    return (
      <div className="panel-end">
        <p>{t(nda.invitationsLeft > 0 ? 'cancelled.text' : 'cancelled.textLast', { name })}</p>
        <InviteAgain nda={nda} />
      </div>
    );
  return isInvited(nda) && <Waiting nda={nda} phase={phase} />;
}

/**
 * Shows the state of the invitation, and the actions that are possible in this state. Steps 4 and 5 both show
 * this panel.
 */
export function InvitationPanel({ nda, onReuse }: InvitationPanelProps) {
  const { t } = useTranslation('invitation');
  const phase = invitationPhase(nda);
  return (
    <section className="invitation" aria-label={t('region', { name: nda.party2Name })}>
      <DisputedNotice nda={nda} />
      <Sheet className="invitation-panel">
        <Head nda={nda} phase={phase} />
        {phase === 'refused' && <ProblemText nda={nda} />}
        <Body nda={nda} phase={phase} onReuse={onReuse} />
        {phase !== 'signed' && phase !== 'cancelled' && <OtherDevices nda={nda} />}
      </Sheet>
      {isInvited(nda) && (
        <p className="text-note invitation-warning">
          {t(nda.party1PaysForBoth ? 'expiryWarning' : 'expiryWarningShare')}
        </p>
      )}
    </section>
  );
}
