import type { NdaView } from '@siegel/contracts/nda/view';
import { useTranslation } from 'react-i18next';
import { Button } from '../../components/button.js';
import { Notice } from '../../components/notice.js';
import { PageHeading } from '../../components/page-heading.js';
import { InvitationPanel } from '../invitation/invitation-panel.js';
import { invitationPhase, isModeFixed } from '../invitation/invitation-state.js';
import { NextSteps } from '../invitation/next-steps.js';
import { StepActions } from '../nda/step-actions.js';
import { ModeChoice, ModeFixed } from './mode-choice.js';
import { choiceOf } from './signing-choice.js';
import { ReadAgreement } from './read-agreement.js';
import { RemoteLines } from './remote-part.js';
import { useChangeMode } from './use-change-mode.js';

export interface RemoteSigningProps {
  nda: NdaView;
  agreementHash: string;
  /** True if the last polls failed. */
  pollFailed: boolean;
  /** True if Party 1 has paid here and the server has not seen the payment yet. */
  reported: boolean;
  onBack: () => void;
  onStartNew: () => void;
  onPay: () => void;
  onFinish: () => void;
  onReuse: () => void;
}

function headingOf(nda: NdaView) {
  const phase = invitationPhase(nda);
  if (phase === 'none' || phase === 'cancelled') return nda.amountDue === 0 ? 'owed' : 'due';
  if (phase === 'refused' && nda.addressesLeft === 0) return 'refusedForGood';
  return phase;
}

function BeforeInvitation({ nda, agreementHash, reported, onPay }: RemoteSigningProps) {
  const change = useChangeMode(nda, agreementHash);
  // While a choice is being saved, it is already shown as chosen.
  const choice = change.busy && change.input !== undefined ? change.input : choiceOf(nda);
  return (
    <div className="remote-signing">
      {isModeFixed(nda) ? (
        <ModeFixed nda={nda} />
      ) : (
        <ModeChoice
          nda={nda}
          choice={choice}
          problem={change.problem?.message ?? null}
          onChange={(next) => !change.busy && change.act(next)}
        />
      )}
      <RemoteLines nda={nda} reported={reported} onPay={onPay} />
      <div className="signing-legal">
        <ReadAgreement nda={nda} />
      </div>
    </div>
  );
}

/** Step 4 after Party 1 has signed, if Party 2 signs through a link. */
export function RemoteSigning(props: RemoteSigningProps) {
  const { nda, pollFailed, onBack, onStartNew, onFinish, onReuse } = props;
  const { t } = useTranslation('signing');
  const { t: words } = useTranslation('invitation');
  const phase = invitationPhase(nda);
  const heading = headingOf(nda);
  const name = nda.party2Name;
  const invited = phase !== 'none' && phase !== 'cancelled';
  return (
    <>
      <PageHeading
        title={t(`remote.${heading}.title`, { name })}
        lead={t(`remote.${heading}.lead`, { name })}
      />
      {invited ? (
        <div className="invitation-columns">
          <InvitationPanel nda={nda} onReuse={onReuse} />
          {phase !== 'expired' && <NextSteps nda={nda} />}
        </div>
      ) : (
        <BeforeInvitation {...props} />
      )}
      {pollFailed && <p className="text-note">{words('notRefreshed')}</p>}
      <StepActions onBack={onBack} onStartNew={onStartNew}>
        {invited && phase !== 'expired' && phase !== 'signed' && (
          <Button variant={phase === 'refused' ? 'line' : 'go'} onClick={onFinish}>
            {t('continue')}
          </Button>
        )}
      </StepActions>
    </>
  );
}

/** Says that the server has refused to change the mode. */
export function ChangeRefused({ message }: { message: string }) {
  const { t } = useTranslation('signing');
  return (
    <Notice tone="bad" title={t('mode.failed')}>
      {message}
    </Notice>
  );
}
