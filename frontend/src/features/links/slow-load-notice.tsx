import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';

/** A wait of more milliseconds is longer than people expect. */
const LONG_MS = 10_000;

/** Says when loading takes long. Its place is reserved from the beginning. */
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
