import type { NdaView } from '@siegel/contracts/nda/view';
import { useTranslation } from 'react-i18next';
import { PageHeading } from '../../components/page-heading.js';
import type { SigningChoice } from './signing-choice.js';
import { turnOf } from './turn.js';

export interface SigningHeadingProps {
  nda: NdaView;
  /** The current choice of mode and payer, both before and after Party 1 has signed. */
  choice: SigningChoice;
}

/**
 * Says whose turn it is at this screen. Its texts are in the wizard's namespace, because they are shown
 * before the step's own file is loaded.
 */
export function SigningHeading({ nda, choice }: SigningHeadingProps) {
  const { t } = useTranslation('wizard');
  const turn = turnOf(nda);
  const name = turn === 'party1' ? nda.party1Name : nda.party2Name;
  const byLink = turn === 'party1' && choice.mode === 'remote';
  return (
    <PageHeading
      title={t(`signing.title.${turn}`, { name })}
      lead={t(`signing.lead.${byLink ? 'remote' : turn}`)}
    />
  );
}
