import { PRICE_FOR_BOTH, PRICE_PER_PARTY } from '@siegel/contracts/limits';
import type { NdaView } from '@siegel/contracts/nda/view';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Notice } from '../../components/notice.js';
import { RadioGroup } from '../../components/radio-group.js';
import { formatCents } from '../../lib/format.js';
import type { SigningChoice } from './signing-choice.js';

export interface ModeChoiceProps {
  nda: NdaView;
  choice: SigningChoice;
  onChange: (choice: SigningChoice) => void;
  /** Why the last change was not made. */
  problem?: string | null;
}

function Option({ title, note }: { title: ReactNode; note: ReactNode }) {
  return (
    <>
      <b>{title}</b>
      <span className="mode-choice-note">{note}</span>
    </>
  );
}

const PAYERS = ['both', 'each'] as const;

/** Asks how the parties sign. If they sign through a link, it also asks who pays. */
export function ModeChoice({ nda, choice, onChange, problem = null }: ModeChoiceProps) {
  const { t, i18n } = useTranslation('signing');
  const name = nda.party2Name;
  const prices = {
    both: formatCents(PRICE_FOR_BOTH, i18n.language),
    each: formatCents(PRICE_PER_PARTY, i18n.language),
  };
  const modes = ['in-person', 'remote'] as const;
  return (
    <div className="mode-choice">
      <RadioGroup
        legend={t('mode.legend')}
        value={choice.mode}
        onChange={(mode) => onChange({ ...choice, mode })}
        options={modes.map((mode) => ({
          value: mode,
          label: <Option title={t(`mode.${mode}`)} note={t(`mode.${mode}-note`, { name })} />,
        }))}
      />
      {choice.mode === 'remote' && (
        <RadioGroup
          legend={t('payer.legend')}
          value={choice.paysForBoth ? 'both' : 'each'}
          onChange={(payer) => onChange({ ...choice, paysForBoth: payer === 'both' })}
          options={PAYERS.map((payer) => ({
            value: payer,
            label: (
              <Option
                title={t(`payer.${payer}`, { amount: prices[payer] })}
                note={t(`payer.${payer}Note`, { name })}
              />
            ),
          }))}
        />
      )}
      {problem !== null && (
        <Notice tone="bad" title={t('mode.failed')}>
          {problem}
        </Notice>
      )}
    </div>
  );
}

/**
 * Shows the chosen mode and payer after a payment or an invitation. Says why Party 1 can no longer change the
 * choice.
 */
export function ModeFixed({ nda }: { nda: NdaView }) {
  const { t, i18n } = useTranslation('signing');
  const payer = nda.party1PaysForBoth ? 'both' : 'each';
  const amount = formatCents(payer === 'both' ? PRICE_FOR_BOTH : PRICE_PER_PARTY, i18n.language);
  return (
    <p className="text-soft">
      {t('mode.remote')}. {t(`payer.${payer}`, { amount })}. {t('mode.fixed')}
    </p>
  );
}
