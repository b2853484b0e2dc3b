import { useCallback } from 'react';
import type { Address } from '../page/use-address.js';
import { pageIn } from './pages.js';

/** Which rows of a list are asked for. */
export interface RowsAsked<Status extends string> {
  /** From 1. */
  readonly page: number;
  readonly status: Status | undefined;
  readonly search: string;
}

/** Names under which the address holds the page and the status; the search is kept beside it under its own. */
export interface ListNames {
  readonly page: string;
  readonly status: string;
  readonly search: string;
}
const NAMES: ListNames = { page: 'page', status: 'status', search: 'search' };

export interface SearchedList<Status extends string> {
  readonly asked: RowsAsked<Status>;
  readonly statuses: readonly Status[];
  /** Rows may be missing because of the search or the status. */
  readonly isFiltered: boolean;
  readonly onPage: (page: number) => void;
  readonly onSearch: (search: string) => void;
  /** @param status empty for any */
  readonly onStatus: (status: string) => void;
  readonly showAll: () => void;
}

/** A list that is paged, searched and filtered by its address. A new question begins on its first page. */
export function useSearchedList<Status extends string>(
  { params, kept, change }: Address,
  statuses: readonly Status[],
  names: ListNames = NAMES,
): SearchedList<Status> {
  const asked: RowsAsked<Status> = {
    page: pageIn(params.get(names.page)),
    status: statuses.find((one) => one === params.get(names.status)),
    search: kept[names.search] ?? '',
  };
  const onPage = useCallback(
    (page: number) => change({ [names.page]: page === 1 ? null : String(page) }),
    [change, names],
  );
  const onSearch = useCallback(
    (search: string) => change({ [names.page]: null }, { ...kept, [names.search]: search }),
    [change, kept, names],
  );
  return {
    asked,
    statuses,
    isFiltered: asked.search !== '' || asked.status !== undefined,
    onPage,
    onSearch,
    onStatus: (status) => change({ [names.page]: null, [names.status]: status === '' ? null : status }),
    showAll: () => change({ [names.page]: null, [names.status]: null }, { ...kept, [names.search]: '' }),
  };
}
