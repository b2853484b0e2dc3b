import { formatPenalty } from '@siegel/contracts/formats';
import type { NdaView } from '@siegel/contracts/nda/view';
import { useTranslation } from 'react-i18next';
import { KeyValues } from '../../components/key-values.js';
import { currentLanguage } from '../../lib/language.js';

function Person({ name, email }: { name: string; email: string }) {
  return (
    <>
      {name}
      <br />
      <span className="text-soft">{email}</span>
    </>
  );
}

/** Both parties with their addresses, the idea and the terms (rule:five-steps). */
export function Summary({ nda }: { nda: NdaView }) {
  const { t } = useTranslation(['finish', 'wizard']);
  const penalty =
    nda.penaltyClause === 'none'
      ? t('wizard:terms.penalties.none')
      : formatPenalty(nda.penaltyClause, currentLanguage());
  return (
    <KeyValues
      items={[
        { key: 'idea', label: t('summary.idea'), value: <span className="text-serif">{nda.ideaTitle}</span> },
        {
          key: 'party1',
          label: t('summary.party1'),
          value: <Person name={nda.party1Name} email={nda.party1Email} />,
        },
        {
          key: 'party2',
          label: t('summary.party2'),
          value: <Person name={nda.party2Name} email={nda.party2Email} />,
        },
        { key: 'duration', label: t('summary.duration'), value: t(`wizard:terms.durations.${nda.duration}`) },
        { key: 'scope', label: t('summary.scope'), value: t(`wizard:terms.scopes.${nda.geographicScope}`) },
        {
          key: 'penalty',
          label: t('summary.penalty'),
          value: <span className="text-figures">{penalty}</span>,
        },
      ]}
    />
  );
}
