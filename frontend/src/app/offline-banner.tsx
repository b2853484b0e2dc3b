import { useSyncExternalStore } from 'react';
import { useTranslation } from 'react-i18next';
import { connection } from '../lib/connection.js';

/**
 * Shows a message while there is no connection. The message covers the foot of the page, so nothing on the
 * page moves.
 */
export function OfflineBanner() {
  const { t } = useTranslation();
  const isLost = useSyncExternalStore(connection.subscribe, connection.isLost);
  return <div role="status">{isLost && <p className="page-strip">{t('offline')}</p>}</div>;
}
