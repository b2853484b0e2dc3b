import type { Page } from '@siegel/contracts/admin/views';
import { useEffect } from 'react';

/** The highest page number that the server accepts. Nobody needs to page that far. */
const PAGE_MAX = 1_000_000;

/** Returns the page number that an address names, counted from 1. If the address names none, returns 1. */
export function pageIn(value: string | null): number {
  const page = Number(value ?? '1');
  return Number.isInteger(page) && page >= 1 ? Math.min(page, PAGE_MAX) : 1;
}

/**
 * Moves to the last page if the shown page no longer exists, for example because its last row was deleted.
 */
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
