import { IN_PERSON_COMPLETION_DELAY_MS } from '@siegel/contracts/limits';
import type { NdaView } from '@siegel/contracts/nda/view';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Notice } from '../../components/notice.js';
import { PageHeading } from '../../components/page-heading.js';
import { RadioCards } from '../../components/radio-cards.js';
import { AgreementChanged } from '../agreement/agreement-changed.js';
import { shownAgreement } from '../agreement/agreement-terms.js';
import { AgreementView } from '../agreement/agreement-view.js';
import type { BoxSignature } from '../agreement/signature-boxes.js';
import { AgreementSheet } from '../nda/agreement-sheet.js';
import { StepActions } from '../nda/step-actions.js';
import { PartyCard } from './party-card.js';
import { useSign } from './use-sign.js';
import './signing.css';

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

/** The stored signature of a party, as the agreement shows it. */
function boxSignature(image: string | null, signedAt: string | null): BoxSignature | null {
  return image !== null && signedAt !== null ? { image, signedAt } : null;
}

function ModeChoice() {
  const { t } = useTranslation('signing');
  return (
    <>
      <RadioCards
        legend={t('mode.legend')}
        value="in-person"
        onChange={() => undefined}
        options={[
          { value: 'in-person', title: t('mode.inPerson'), description: t('mode.inPersonText') },
          { value: 'remote', title: t('mode.remote'), description: t('mode.remoteText'), disabled: true },
        ]}
      />
      <p className="text-note signing-mode-note">{t('mode.remoteNotYet')}</p>
    </>
  );
}

function ReadAgain({ nda }: { nda: NdaView }) {
  const { t } = useTranslation('signing');
  const [open, setOpen] = useState(false);
  const signatures = [
    boxSignature(nda.party1Signature, nda.party1SignedAt),
    boxSignature(nda.party2Signature, nda.party2SignedAt),
  ] as const;
  return (
    <>
      <button type="button" className="link-button" onClick={() => setOpen(true)}>
        {t('readAgain')}
      </button>
      <AgreementSheet open={open} onOpenChange={setOpen} title={t('readTitle')}>
        <AgreementView document={shownAgreement(nda).document} signatures={signatures} level={3} />
      </AgreementSheet>
    </>
  );
}

/**
 * Once Party 1 has signed here, the focus goes on to the pad of Party 2, which on a phone lies below the
 * screen.
 */
function useHandOver(turn: Turn, turnAtStart: Turn) {
  const next = useRef<HTMLElement>(null);
  useEffect(() => {
    if (turn !== 'party2' || turnAtStart !== 'party1') return;
    const calm = window.matchMedia('(prefers-reduced-motion: reduce)').matches;
    next.current?.focus({ preventScroll: true });
    next.current?.scrollIntoView({ block: 'nearest', behavior: calm ? 'auto' : 'smooth' });
  }, [turn, turnAtStart]);
  return next;
}

/** Step 4, both at this screen. */
export function SigningStep({ nda, onBack, onStartNew, onCompleted }: SigningStepProps) {
  const { t } = useTranslation('signing');
  const { hash, asRecorded } = shownAgreement(nda);
  const signing = useSign(nda, hash);
  const mayBeSigned = asRecorded && !signing.textChanged;
  const turn = turnOf(nda);
  const [turnAtStart] = useState(turn);
  const next = useHandOver(turn, turnAtStart);
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
    <div className="step-page">
      <PageHeading title={t(`title.${turn}`, { name })} lead={t(`lead.${turn}`)} />
      <ModeChoice />
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
      <div className="party-cards">
        <PartyCard
          {...card}
          party="1"
          name={nda.party1Name}
          signed={asCard(first)}
          fresh={turnAtStart === 'party1'}
          active={mayBeSigned && turn === 'party1'}
        />
        <PartyCard
          {...card}
          party="2"
          afterParty1={turn === 'party1'}
          ref={next}
          name={nda.party2Name}
          signed={asCard(second)}
          fresh={turnAtStart !== 'both'}
          active={mayBeSigned && turn === 'party2' && !remote}
        />
      </div>
      <div className="signing-legal">
        <p className="text-note">{t('legal')}</p>
        <ReadAgain nda={nda} />
      </div>
      <StepActions onBack={onBack} onStartNew={onStartNew} />
    </div>
  );
}
