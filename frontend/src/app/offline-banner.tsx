import { useSyncExternalStore } from 'react';
import { useTranslation } from 'react-i18next';
import { connection } from '../lib/connection.js';

/**
 * Says that there is no connection for as long as there is none. It covers the foot of the page, so nothing
 * moves.
 */
export function OfflineBanner() {
  const { t } = useTranslation();
  const isLost = useSyncExternalStore(connection.subscribe, connection.isLost);
  return <div role="status">{isLost && <p className="page-strip">{t('offline')}</p>}</div>;
}
