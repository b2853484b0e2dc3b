import { useSyncExternalStore } from 'react';
import { useTranslation } from 'react-i18next';
import { connection } from '../lib/connection.js';

/** Says that there is no connection, for as long as that is so. It lies over the page's foot and moves nothing. */
export function OfflineBanner() {
  const { t } = useTranslation();
  const isLost = useSyncExternalStore(connection.subscribe, connection.isLost);
  return <div role="status">{isLost && <p className="page-strip">{t('offline')}</p>}</div>;
}
