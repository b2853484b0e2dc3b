import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';

/** Milliseconds after which loading takes longer than people expect. */
const LONG_MS = 10_000;

/** Shows a message when loading takes long. Space for the message is reserved from the beginning. */
export function SlowLoadNotice() {
  const { t } = useTranslation('signing-page');
  const [long, setLong] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setLong(true), LONG_MS);
    return () => clearTimeout(timer);
  }, []);
  return (
    <p className="text-soft" role="status">
      {long && t('slow')}
    </p>
  );
}
