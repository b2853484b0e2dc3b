import { CaretLeftIcon } from '@phosphor-icons/react/dist/csr/CaretLeft';
import { CaretRightIcon } from '@phosphor-icons/react/dist/csr/CaretRight';
import { useTranslation } from 'react-i18next';
import { formatCount } from '../lib/format-figures.js';
import { pagerItems } from './pager-items.js';

export interface PagerProps {
  /** From 1. */
  page: number;
  pageSize: number;
  total: number;
  /** True if `total` is only a minimum. */
  isEstimate?: boolean;
  onPage: (page: number) => void;
}

export function Pager({ page, pageSize, total, isEstimate = false, onPage }: PagerProps) {
  const { t, i18n } = useTranslation('admin');
  const count = (value: number) => formatCount(value, i18n.language);
  const pages = Math.max(1, Math.ceil(total / pageSize));
  const from = Math.min(total, (page - 1) * pageSize + 1);
  return (
    <nav className="pager" aria-label={t('pager.label')}>
      <span className="pager-range text-note">
        {t(isEstimate ? 'pager.rangeOfMany' : 'pager.range', {
          from: count(from),
          to: count(Math.min(total, page * pageSize)),
          total: count(total),
        })}
      </span>
      <button
        type="button"
        aria-label={t('pager.previous')}
        disabled={page <= 1}
        onClick={() => onPage(page - 1)}
      >
        <CaretLeftIcon size={18} aria-hidden="true" />
      </button>
      {pagerItems(page, pages).map((item, index) =>
        item === 'gap' ? (
          // There are at most two gaps, so the index is a stable key.
          <span key={`gap-${index}`} aria-hidden="true">
            …
          </span>
        ) : (
          <button
            key={item}
            type="button"
            aria-label={t('pager.page', { page: item })}
            aria-current={item === page ? 'page' : undefined}
            onClick={() => onPage(item)}
          >
            {item}
          </button>
        ),
      )}
      <button
        type="button"
        aria-label={t('pager.next')}
        disabled={page >= pages}
        onClick={() => onPage(page + 1)}
      >
        <CaretRightIcon size={18} aria-hidden="true" />
      </button>
    </nav>
  );
}
