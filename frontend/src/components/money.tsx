import { useTranslation } from 'react-i18next';
import { classNames } from '../lib/class-names.js';
import { formatCents } from '../lib/format.js';

/** Formats integer cents as an amount in the reader's language. */
export function Money({ cents, className }: { cents: number; className?: string }) {
  const { i18n } = useTranslation();
  return (
    <span className={classNames('text-figures text-nowrap', className)}>
      {formatCents(cents, i18n.language)}
    </span>
  );
}
