import { useTranslation } from 'react-i18next';
import { HomeButton } from '../../components/home-button.js';
import { LostSheet } from '../../components/lost-sheet.js';

export default function NotFoundPage() {
  const { t } = useTranslation('documents');
  return (
    <LostSheet
      kicker={t('notFound.kicker')}
      title={t('notFound.title')}
      lead={t('notFound.lead')}
      picture={<span className="lost-sheet-sign">§&nbsp;?</span>}
    >
      <HomeButton />
    </LostSheet>
  );
}
