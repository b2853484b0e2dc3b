import { IN_PERSON_COMPLETION_DELAY_MS, POLL_REMOTE_MS } from '@siegel/contracts/limits';
import type { NdaView } from '@siegel/contracts/nda/view';
import { type ComponentType, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { OnDemand } from '../../components/on-demand.js';
import { Button } from '../../components/button.js';
import { trackFunnelEvent } from '../../lib/analytics.js';
import { isPaymentReturn } from '../../lib/is-payment-return.js';
import { AgreementChanged } from '../agreement/agreement-changed.js';
import { shownAgreement } from '../agreement/agreement-terms.js';
import { InvitationPanel } from '../invitation/invitation-panel.js';
import { isModeFixed, isWaitingForOthers } from '../invitation/invitation-state.js';
import { StepActions } from '../nda/step-actions.js';
import type { PaymentDialogProps } from '../nda/payment-dialog-props.js';
import { usePolledNda } from '../nda/use-polled-nda.js';
import { usePaymentReported } from '../nda/use-payment-reported.js';
import { ModeChoice } from './mode-choice.js';
import { PartyCards } from './party-cards.js';
import { ReadAgreement } from './read-agreement.js';
import { ChangeRefused, RemoteSigning } from './remote-signing.js';
import { choiceOf, type KeptChoice } from './signing-choice.js';
import { SigningHeading } from './signing-heading.js';
import { isSignedHere, type Turn, turnOf } from './turn.js';
import { useChangeMode } from './use-change-mode.js';
import { useHandOver, viewOf } from './use-hand-over.js';
import { useSign } from './use-sign.js';

export interface SigningStepProps {
  nda: NdaView;
  choice: KeptChoice;
  onBack: () => void;
  onStartNew: () => void;
  /** Called when both parties have signed, or when the user continues to step 5 while the link is open. */
  onCompleted: () => void;
  /** Begins another agreement with this agreement's data. */
  onReuse: () => void;
  paymentDialog: ComponentType<PaymentDialogProps>;
}

/** Continues to step 5, half a second after both parties have signed (rule:timings-of-the-screen). */
function useCompletion(turn: Turn, onCompleted: () => void): void {
  useEffect(() => {
    if (turn !== 'both') return undefined;
    const timer = setTimeout(onCompleted, IN_PERSON_COMPLETION_DELAY_MS);
    return () => clearTimeout(timer);
  }, [turn, onCompleted]);
}

const remotePause = (nda: NdaView): number | false => isWaitingForOthers(nda) && POLL_REMOTE_MS;

/**
 * After Party 1 has signed on this screen, lets Party 1 choose that Party 2 signs through a link, because
 * Party 2 may not be present.
 */
function RemoteShortcut({ nda, agreementHash }: { nda: NdaView; agreementHash: string }) {
  const { t } = useTranslation('signing');
  const change = useChangeMode(nda, agreementHash, () => trackFunnelEvent('signed', nda.id));
  return (
    <div className="remote-shortcut">
      {change.problem !== null && <ChangeRefused message={change.problem.message} />}
      <Button busy={change.busy} onClick={() => change.act({ mode: 'remote', paysForBoth: true })}>
        {t('mode.remoteLink')}
      </Button>
    </div>
  );
}

interface HereProps extends SigningStepProps {
  turn: Turn;
  turnAtStart: Turn;
}

/** Lets both parties sign at this screen, or only Party 1 if Party 2 will sign through a link. */
function SigningHere({ nda, choice, turn, turnAtStart, onBack, onStartNew, onReuse }: HereProps) {
  const { t } = useTranslation('signing');
  const { hash, isRecorded } = shownAgreement(nda);
  const [chosen, choose] = choice;
  const wanted = chosen ?? choiceOf(nda);
  const signing = useSign(nda, hash, wanted);
  const mayBeSigned = isRecorded && !signing.textChanged;
  const remote = turn === 'party1' && wanted.mode === 'remote';
  return (
    <>
      <SigningHeading nda={nda} choice={wanted} />
      {!mayBeSigned && (
        <div className="signing-notice">
          <AgreementChanged />
        </div>
      )}
      {turn === 'party1' && <ModeChoice nda={nda} choice={wanted} onChange={choose} />}
      {nda.invitationStatus === 'cancelled' && turn === 'party2' && (
        <div className="signing-withdrawn">
          <InvitationPanel nda={nda} onReuse={onReuse} />
        </div>
      )}
      <PartyCards
        nda={nda}
        turn={turn}
        turnAtStart={turnAtStart}
        mayBeSigned={mayBeSigned}
        remote={remote}
        signing={signing}
      />
      <div className="signing-legal">
        <p className="text-note">{t('legal')}</p>
        {turn !== 'party2' && <ReadAgreement nda={nda} />}
      </div>
      <StepActions onBack={onBack} onStartNew={onStartNew}>
        {turn === 'party2' && !isModeFixed(nda) && <RemoteShortcut nda={nda} agreementHash={hash} />}
      </StepActions>
    </>
  );
}

/** Step 4: both parties sign at this screen, or Party 2 signs through a link (rule:remote-signs-by-link). */
export function SigningStep(props: SigningStepProps) {
  const { nda: before, onCompleted, onReuse, onBack, onStartNew, paymentDialog: PaymentDialog } = props;
  const { nda, failed } = usePolledNda(before, remotePause);
  const turn = turnOf(nda);
  const [turnAtStart] = useState(turn);
  // A user who returns from the bank continues in the dialog.
  const [paying, setPaying] = useState(isPaymentReturn);
  const [reported, report] = usePaymentReported(nda.party1PaymentStatus);
  const handOver = useHandOver(viewOf(nda, reported), paying);
  useCompletion(turn, onCompleted);
  return (
    <div className="step-page step-start" role="presentation" {...handOver}>
      {isSignedHere(nda) ? (
        <SigningHere {...props} nda={nda} turn={turn} turnAtStart={turnAtStart} />
      ) : (
        <RemoteSigning
          nda={nda}
          agreementHash={shownAgreement(nda).hash}
          pollFailed={failed}
          reported={reported}
          onBack={onBack}
          onStartNew={onStartNew}
          onPay={() => setPaying(true)}
          onFinish={onCompleted}
          onReuse={onReuse}
        />
      )}
      <OnDemand open={paying}>
        {paying && <PaymentDialog nda={nda} open={paying} onOpenChange={setPaying} onPending={report} />}
      </OnDemand>
    </div>
  );
}
