import type { NdaView } from '@siegel/contracts/nda/view';
import { useTranslation } from 'react-i18next';
import { KeyValues } from '../../components/key-values.js';
import { useTermFacts } from '../nda/use-term-facts.js';

function Person({ name, email }: { name: string; email: string }) {
  return (
    <>
      <bdi>{name}</bdi>
      <br />
      <span className="text-soft">{email}</span>
    </>
  );
}

/** Both parties with their addresses, the idea and the terms (rule:five-steps). */
export function Summary({ nda }: { nda: NdaView }) {
  const { t } = useTranslation('finish');
  const terms = useTermFacts(nda);
  return (
    <KeyValues
      items={[
        { key: 'idea', label: t('summary.idea'), value: <bdi className="text-serif">{nda.ideaTitle}</bdi> },
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
        ...terms,
      ]}
    />
  );
}
