import { useTranslation } from 'react-i18next';
import { ButtonLink } from '../../components/button-link.js';
import { LostSheet } from '../../components/lost-sheet.js';

export default function NotFoundPage() {
  const { t } = useTranslation(['documents', 'common']);
  return (
    <LostSheet
      kicker={t('notFound.kicker')}
      title={t('notFound.title')}
      lead={t('notFound.lead')}
      picture={<span className="lost-sheet-sign">§&nbsp;?</span>}
    >
      <ButtonLink variant="go" to="/">
        {t('common:backHome')}
      </ButtonLink>
    </LostSheet>
  );
}
