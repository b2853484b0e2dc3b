import { useTranslation } from 'react-i18next';
import { reloadPage } from '../lib/leave.js';
import { Button } from './button.js';
import { Notice } from './notice.js';

export interface RefusedSiteDataProps {
  /** What the browser refuses. */
  refused: 'cookies' | 'storage';
  /** What the person cannot do without a cookie. */
  need: 'agreement' | 'login';
}

/** The words of `SiteDataNotice`. */
export function RefusedSiteData({ refused, need }: RefusedSiteDataProps) {
  const { t } = useTranslation(['site-data', 'common']);
  if (refused === 'storage')
    return (
      <Notice tone="warn" title={t('storage.title')}>
        {t('storage.text')}
      </Notice>
    );
  return (
    <Notice
      tone="bad"
      title={t('cookies.title')}
      action={
        <Button size="sm" onClick={reloadPage}>
          {t('common:oldTab.reload')}
        </Button>
      }
    >
      {t(`cookies.${need}`)}
    </Notice>
  );
}
