import type { ShareFate } from '@siegel/contracts/nda/remote-signature';
import { useTranslation } from 'react-i18next';
import { HomeButton } from '../../components/home-button.js';
import { LostLink } from './lost-link.js';
import { ShareSentence } from './share-sentence.js';

/**
 * The same card is shown for every link that does not work, whatever the reason. The card does not say whom
 * the link belonged to (rule:dead-links-say-whom-to-ask).
 */
export function DeadLink({ damaged, share = null }: { damaged: boolean; share?: ShareFate }) {
  const { t } = useTranslation('signing-page');
  const lead = damaged ? `${t('invalidLead')} ${t('damaged')}` : t('invalidLead');
  return (
    <LostLink title={t('invalidTitle')} lead={lead}>
      <ShareSentence fate={share} />
      <HomeButton />
    </LostLink>
  );
}
