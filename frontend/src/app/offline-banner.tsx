import { useSyncExternalStore } from 'react';
import { useTranslation } from 'react-i18next';
import { connection } from '../lib/connection.js';

/** Says that there is no connection while that is true. It covers the foot of the page and moves nothing. */
export function OfflineBanner() {
  const { t } = useTranslation();
  const isLost = useSyncExternalStore(connection.subscribe, connection.isLost);
  return <div role="status">{isLost && <p className="page-strip">{t('offline')}</p>}</div>;
}
