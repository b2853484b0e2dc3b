import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';

/** Milliseconds after which waiting is no longer what people expect. */
const LONG_MS = 10_000;

/** Says so when something takes longer than it should; its place is kept. */
export function TakingLong() {
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
