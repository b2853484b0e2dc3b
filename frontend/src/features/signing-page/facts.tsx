import { formatPenalty } from '@siegel/contracts/formats';
import type { LinkNdaView } from '@siegel/contracts/nda/remote-signature';
import { useTranslation } from 'react-i18next';
import type { KeyValue } from '../../components/key-values.js';
import { currentLanguage } from '../../lib/language.js';

function Person({ name, company }: { name: string; company: string | null }) {
  return (
    <>
      <bdi>{name}</bdi>
      {company !== null && (
        <>
          <br />
          <bdi className="text-soft">{company}</bdi>
        </>
      )}
    </>
  );
}

/** The three facts beside the pad: the idea, Party 1, and the penalty for a breach. */
export function useThreeFacts(nda: LinkNdaView): readonly [idea: KeyValue, from: KeyValue, cost: KeyValue] {
  const { t } = useTranslation('remote');
  return [
    { key: 'idea', label: t('facts.idea'), value: <bdi className="text-serif">{nda.ideaTitle}</bdi> },
    {
      key: 'discloser',
      label: t('facts.discloser'),
      value: <Person name={nda.party1Name} company={nda.party1Company} />,
    },
    {
      key: 'penalty',
      label: t('facts.penalty'),
      value: <span className="text-figures">{formatPenalty(nda.penaltyClause, currentLanguage())}</span>,
    },
  ];
}

/** All facts beside the text (rule:remote-page-has-three-views). */
export function useFacts(nda: LinkNdaView): readonly KeyValue[] {
  const { t } = useTranslation('remote');
  const [idea, from, cost] = useThreeFacts(nda);
  return [
    idea,
    from,
    {
      key: 'you',
      label: t('facts.you'),
      value: <Person name={nda.party2Name} company={nda.party2Company} />,
    },
    { key: 'duration', label: t('facts.duration'), value: t(`durations.${nda.duration}`) },
    { key: 'law', label: t('facts.law'), value: t('facts.lawText') },
    cost,
  ];
}
