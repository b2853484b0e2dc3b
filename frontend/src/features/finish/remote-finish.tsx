import { EnvelopeSimpleIcon } from '@phosphor-icons/react/dist/csr/EnvelopeSimple';
import type { NdaView } from '@siegel/contracts/nda/view';
import { useTranslation } from 'react-i18next';
import { Button } from '../../components/button.js';
import { PageHeading } from '../../components/page-heading.js';
import { InvitationPanel } from '../invitation/invitation-panel.js';
import {
  forwarding,
  invitationPhase,
  isInvitable,
  type InvitationPhase,
} from '../invitation/invitation-state.js';
import { NextSteps } from '../invitation/next-steps.js';
import { Refusal } from '../invitation/panel-actions.js';
import { useInvite, useRemind } from '../invitation/use-invitation.js';

/**
 * True if step 5 shows the invitation: Party 1 has paid and only Party 2's signature is missing. A withdrawn
 * invitation is shown too, with a way back to the signatures.
 */
export const isInvitationShown = (nda: NdaView): boolean =>
  nda.invitationStatus !== 'none' || isInvitable(nda);

const LEADS: Partial<Record<InvitationPhase, 'notInvitedLead' | 'expiredLead'>> = {
  none: 'notInvitedLead',
  expired: 'expiredLead',
};

/**
 * Lets Party 1 send the link to Party 2, for the first time or again. If the link cannot be sent, shows the
 * reason (rule:no-secret-in-a-view).
 */
function Forward({ nda }: { nda: NdaView }) {
  const { t } = useTranslation('invitation');
  const invitation = useInvite(nda.id);
  const reminder = useRemind(nda);
  const { act, refusal } = forwarding(nda);
  const { busy, problem, act: send } = act === 'invite' ? invitation : reminder;
  const names = { name: nda.party2Name, email: nda.party2Email };
  return (
    <div className="finish-forward">
      <Button
        disabled={refusal !== null}
        aria-describedby="finish-forward-note"
        busy={busy}
        busyLabel={t('remind.busy')}
        onClick={() => send()}
      >
        <EnvelopeSimpleIcon size={18} aria-hidden="true" />
        {t('forward.button')}
      </Button>
      <p className="text-note" id="finish-forward-note">
        {refusal === null
          ? t(act === 'invite' ? 'forward.firstNote' : 'forward.note', names)
          : t(`refusal.${refusal}`, names)}
      </p>
      {problem !== null && (
        <Refusal title={t(act === 'invite' ? 'invite.failed' : 'remind.failed')} message={problem.message} />
      )}
    </div>
  );
}

export interface RemoteFinishProps {
  nda: NdaView;
  pollFailed: boolean;
  onToSigning: () => void;
  onReuse: () => void;
}

/** Step 5 while the link is waiting for Party 2. */
export function RemoteFinish({ nda, pollFailed, onToSigning, onReuse }: RemoteFinishProps) {
  const { t } = useTranslation('finish');
  const { t: words } = useTranslation('invitation');
  const phase = invitationPhase(nda);
  const name = nda.party2Name;
  const lead = LEADS[phase];
  const cancelled = phase === 'cancelled';
  return (
    <>
      <PageHeading
        title={phase === 'expired' || cancelled ? words(`${phase}.title`) : t('remote.title')}
        lead={
          cancelled
            ? words(nda.invitationsLeft > 0 ? 'cancelled.text' : 'cancelled.textLast', { name })
            : t(`remote.${lead ?? 'lead'}`, { name })
        }
      />
      <div className="invitation-columns">
        <div className="finish-remote">
          {!cancelled && phase !== 'expired' && phase !== 'signed' && <Forward nda={nda} />}
          <InvitationPanel nda={nda} onReuse={onReuse} />
          {cancelled && (
            <Button variant="go" onClick={onToSigning}>
              {words('cancelled.toSigning')}
            </Button>
          )}
          {pollFailed && <p className="text-note">{words('notRefreshed')}</p>}
        </div>
        {phase !== 'expired' && !cancelled && <NextSteps nda={nda} />}
      </div>
    </>
  );
}
