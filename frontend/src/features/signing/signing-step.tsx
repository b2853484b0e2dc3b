import { IN_PERSON_COMPLETION_DELAY_MS } from '@siegel/contracts/limits';
import type { NdaView } from '@siegel/contracts/nda/view';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Notice } from '../../components/notice.js';
import { PageHeading } from '../../components/page-heading.js';
import { AgreementChanged } from '../agreement/agreement-changed.js';
import { shownAgreement } from '../agreement/agreement-terms.js';
import type { BoxSignature } from '../agreement/signature-boxes.js';
import { StepActions } from '../nda/step-actions.js';
import { PartyCard } from './party-card.js';
import { boxSignature, ReadAgreement } from './read-agreement.js';
import { useSign } from './use-sign.js';
import { WhatIsSigned } from './what-is-signed.js';

export interface SigningStepProps {
  nda: NdaView;
  onBack: () => void;
  onStartNew: () => void;
  /** Both have signed. */
  onCompleted: () => void;
}

type Turn = 'party1' | 'party2' | 'both';

/** Whose turn it is: Party 1 signs first, always. */
function turnOf(nda: Pick<NdaView, 'party1SignedAt' | 'party2SignedAt'>): Turn {
  if (nda.party1SignedAt === null) return 'party1';
  return nda.party2SignedAt === null ? 'party2' : 'both';
}

/**
 * Once Party 1 has signed here, the screen begins at its top again: whoever takes over the device reads who signs
 * now, that it binds, and what it is.
 */
function useHandOver(turn: Turn, turnAtStart: Turn) {
  const top = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (turn !== 'party2' || turnAtStart !== 'party1') return;
    top.current?.focus({ preventScroll: true });
    window.scrollTo(0, 0);
  }, [turn, turnAtStart]);
  return top;
}

/** Step 4, both at this screen. */
export function SigningStep({ nda, onBack, onStartNew, onCompleted }: SigningStepProps) {
  const { t } = useTranslation('signing');
  const { hash, asRecorded } = shownAgreement(nda);
  const signing = useSign(nda, hash);
  const mayBeSigned = asRecorded && !signing.textChanged;
  const turn = turnOf(nda);
  const [turnAtStart] = useState(turn);
  const top = useHandOver(turn, turnAtStart);
  const remote = nda.signatureMode === 'remote' && turn === 'party2';

  useEffect(() => {
    if (turn !== 'both') return undefined;
    const timer = setTimeout(onCompleted, IN_PERSON_COMPLETION_DELAY_MS);
    return () => clearTimeout(timer);
  }, [turn, onCompleted]);

  const card = { agreementHash: nda.agreementHash, signing };
  const name = turn === 'party1' ? nda.party1Name : nda.party2Name;
  const first = boxSignature(nda.party1Signature, nda.party1SignedAt);
  const second = boxSignature(nda.party2Signature, nda.party2SignedAt);
  const asCard = (box: BoxSignature | null) => (box === null ? null : { image: box.image, at: box.signedAt });
  return (
    <div className="step-page" ref={top} tabIndex={-1}>
      <PageHeading title={t(`title.${turn}`, { name })} lead={t(`lead.${turn}`)} />
      {!mayBeSigned && (
        <div className="signing-notice">
          <AgreementChanged />
        </div>
      )}
      {remote && (
        <div className="signing-notice">
          <Notice tone="warn" title={t('remoteWaitingTitle')}>
            {t('remoteWaitingText')}
          </Notice>
        </div>
      )}
      <div className={turn === 'party2' ? 'party-cards party-cards-turn' : 'party-cards'}>
        <PartyCard
          {...card}
          party="1"
          name={nda.party1Name}
          signed={asCard(first)}
          fresh={turnAtStart === 'party1'}
          active={mayBeSigned && turn === 'party1'}
          folded={turn === 'party2'}
        />
        <PartyCard
          {...card}
          party="2"
          afterParty1={turn === 'party1'}
          facts={turn === 'party2' ? <WhatIsSigned nda={nda} /> : undefined}
          name={nda.party2Name}
          signed={asCard(second)}
          fresh={turnAtStart !== 'both'}
          active={mayBeSigned && turn === 'party2' && !remote}
        />
      </div>
      <div className="signing-legal">
        <p className="text-note">{t('legal')}</p>
        {turn !== 'party2' && <ReadAgreement nda={nda} />}
      </div>
      <StepActions onBack={onBack} onStartNew={onStartNew} />
    </div>
  );
}
