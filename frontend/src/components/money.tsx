import { useTranslation } from 'react-i18next';
import { formatCents } from '../lib/format.js';

/** Integer cents, in the reader's format. */
export function Money({ cents, className }: { cents: number; className?: string }) {
  const { i18n } = useTranslation();
  return <span className={['num nb', className].filter(Boolean).join(' ')}>{formatCents(cents, i18n.language)}</span>;
}
