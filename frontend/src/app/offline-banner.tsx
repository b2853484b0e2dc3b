import { useSyncExternalStore } from 'react';
import { useTranslation } from 'react-i18next';

function subscribe(tell: () => void): () => void {
  window.addEventListener('online', tell);
  window.addEventListener('offline', tell);
  return () => {
    window.removeEventListener('online', tell);
    window.removeEventListener('offline', tell);
  };
}

/** Says that there is no connection, for as long as that is so. It lies over the page's foot and moves nothing. */
export function OfflineBanner() {
  const { t } = useTranslation();
  const online = useSyncExternalStore(subscribe, () => navigator.onLine);
  return <div role="status">{!online && <p className="page-strip">{t('offline')}</p>}</div>;
}
