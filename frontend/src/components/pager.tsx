import { CaretLeftIcon } from '@phosphor-icons/react/dist/csr/CaretLeft';
import { CaretRightIcon } from '@phosphor-icons/react/dist/csr/CaretRight';
import { useTranslation } from 'react-i18next';
import { pagerItems } from './pager-items.js';

export interface PagerProps {
  /** From 1. */
  page: number;
  pageSize: number;
  total: number;
  onPage: (page: number) => void;
}

export function Pager({ page, pageSize, total, onPage }: PagerProps) {
  const { t } = useTranslation('admin');
  const pages = Math.max(1, Math.ceil(total / pageSize));
  const from = Math.min(total, (page - 1) * pageSize + 1);
  return (
    <nav className="pager" aria-label={t('pager.label')}>
      <span className="pager-range text-note">
        {t('pager.range', { from, to: Math.min(total, page * pageSize), total })}
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
          // At most two gaps, told apart by where they stand.
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
