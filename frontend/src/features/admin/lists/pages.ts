import type { Page } from '@siegel/contracts/admin/views';
import { useEffect } from 'react';

/** Beyond any list that a person pages through, and what the server takes. */
const PAGE_MAX = 1_000_000;

/** The page that an address names, from 1; the first one where it names none. */
export function pageIn(value: string | null): number {
  const page = Number(value ?? '1');
  return Number.isInteger(page) && page >= 1 ? Math.min(page, PAGE_MAX) : 1;
}

/** The last one of the last page is gone: there is one page less now. */
export function useLastPage(
  data: Pick<Page<unknown>, 'total' | 'page' | 'pageSize'> | undefined,
  page: number,
  onPage: (page: number) => void,
): void {
  const last =
    data === undefined || data.page !== page ? undefined : Math.max(1, Math.ceil(data.total / data.pageSize));
  useEffect(() => {
    if (last !== undefined && page > last) onPage(last);
  }, [last, page, onPage]);
}
