import { PAGES } from '@siegel/contracts/pages';
import { useTranslation } from 'react-i18next';
import { generatePath } from 'react-router-dom';
import { ButtonLink } from '../../components/button-link.js';
import { Notice } from '../../components/notice.js';
import type { OtherTabAction } from './wizard-draft.js';

const addressOf = (ndaId: string | null): string =>
  ndaId === null ? PAGES.create.path : generatePath(PAGES.nda.path, { id: ndaId, '*': '' });

/** Says that another tab has continued this draft or stored another draft. */
export function OtherTabNotice({ otherTab }: { otherTab: OtherTabAction }) {
  const { t } = useTranslation('wizard');
  return (
    <div className="wizard-elsewhere">
      {otherTab.kind === 'same' ? (
        <Notice title={t('elsewhere.sameTitle')}>{t('elsewhere.sameText')}</Notice>
      ) : (
        <Notice
          tone="warn"
          title={t('elsewhere.otherTitle')}
          action={<ButtonLink to={addressOf(otherTab.ndaId)}>{t('elsewhere.other')}</ButtonLink>}
        >
          {t('elsewhere.otherText')}
        </Notice>
      )}
    </div>
  );
}
