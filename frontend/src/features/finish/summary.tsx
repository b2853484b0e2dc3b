import type { Party } from '@siegel/contracts/enums';
import type { NdaView } from '@siegel/contracts/nda/view';
import { useTranslation } from 'react-i18next';
import { KeyValues } from '../../components/key-values.js';
import { CorrectableAddress } from '../invitation/correctable-address.js';
import { useTermFacts } from '../nda/use-term-facts.js';

function Person({ nda, party, correctable }: { nda: NdaView; party: Party; correctable: boolean }) {
  return (
    <>
      <bdi>{party === 1 ? nda.party1Name : nda.party2Name}</bdi>
      <br />
      {correctable ? (
        <CorrectableAddress nda={nda} party={party} />
      ) : (
        <span className="text-soft">{party === 1 ? nda.party1Email : nda.party2Email}</span>
      )}
    </>
  );
}

/**
 * Shows both parties with their addresses, the idea and the terms (rule:five-steps). Party 1 can correct the
 * addresses until the agreement is paid.
 */
export function Summary({ nda, correctable = false }: { nda: NdaView; correctable?: boolean }) {
  const { t } = useTranslation('finish');
  const terms = useTermFacts(nda);
  return (
    <KeyValues
      items={[
        { key: 'idea', label: t('summary.idea'), value: <bdi className="text-serif">{nda.ideaTitle}</bdi> },
        {
          key: 'party1',
          label: t('summary.party1'),
          value: <Person nda={nda} party={1} correctable={correctable} />,
        },
        {
          key: 'party2',
          label: t('summary.party2'),
          value: <Person nda={nda} party={2} correctable={correctable} />,
        },
        ...terms,
      ]}
    />
  );
}
