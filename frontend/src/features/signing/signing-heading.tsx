import type { NdaView } from '@siegel/contracts/nda/view';
import { useTranslation } from 'react-i18next';
import { PageHeading } from '../../components/page-heading.js';
import { turnOf } from './turn.js';

export interface SigningHeadingProps {
  nda: NdaView;
  /** Party 2 is to get a link. */
  remote: boolean;
}

/** Whose turn it is at this screen. Its words are the wizard's: they stand before the file of the step is there. */
export function SigningHeading({ nda, remote }: SigningHeadingProps) {
  const { t } = useTranslation('wizard');
  const turn = turnOf(nda);
  const name = turn === 'party1' ? nda.party1Name : nda.party2Name;
  return (
    <PageHeading
      title={t(`signing.title.${turn}`, { name })}
      lead={t(`signing.lead.${remote ? 'remote' : turn}`)}
    />
  );
}
