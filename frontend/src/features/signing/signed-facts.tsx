import type { NdaView } from '@siegel/contracts/nda/view';
import { useTranslation } from 'react-i18next';
import { KeyValues } from '../../components/key-values.js';
import { useTermFacts } from '../nda/use-term-facts.js';
import { ReadAgreement } from './read-agreement.js';

/**
 * Shows the agreement in five facts, with a button to read the whole agreement. Shown to a signer who has
 * typed none of the agreement's data.
 */
export function SignedFacts({ nda }: { nda: NdaView }) {
  const { t } = useTranslation('signing');
  const terms = useTermFacts(nda);
  return (
    <div className="what-is-signed">
      <KeyValues
        items={[
          { key: 'idea', label: t('facts.idea'), value: <bdi className="text-serif">{nda.ideaTitle}</bdi> },
          {
            key: 'discloser',
            label: t('facts.discloser'),
            value: <bdi>{[nda.party1Name, nda.party1Company].filter(Boolean).join(', ')}</bdi>,
          },
          ...terms,
        ]}
      />
      <ReadAgreement nda={nda} />
    </div>
  );
}
