import { ownMember } from '@siegel/contracts/own-members';
import { useCallback } from 'react';
import type { Address } from '../page/use-address.js';
import { pageIn } from './pages.js';

/** Page, status and search text with which to request a list. */
export interface RowsRequest<Status extends string> {
  /** Counted from 1. */
  readonly page: number;
  readonly status: Status | undefined;
  readonly search: string;
}

/**
 * Names under which a list stores its state. `page` and `status` are parameters of the address. `search` is a
 * value in the history entry.
 */
export interface ListNames {
  readonly page: string;
  readonly status: string;
  readonly search: string;
}
const NAMES: ListNames = { page: 'page', status: 'status', search: 'search' };

export interface SearchedList<Status extends string> {
  readonly request: RowsRequest<Status>;
  readonly statuses: readonly Status[];
  /** True if the search or the status may hide rows. */
  readonly isFiltered: boolean;
  readonly onPage: (page: number) => void;
  readonly onSearch: (search: string) => void;
  /** @param status an empty text means all statuses */
  readonly onStatus: (status: string) => void;
  readonly showAll: () => void;
}

/**
 * State of a list that can be searched. The page and the status are stored in the address, and the search
 * text is stored in the history entry. When the search text or the status changes, the first page is shown.
 */
export function useSearchedList<Status extends string>(
  { params, kept, change }: Address,
  statuses: readonly Status[],
  names: ListNames = NAMES,
): SearchedList<Status> {
  const request: RowsRequest<Status> = {
    page: pageIn(params.get(names.page)),
    status: statuses.find((one) => one === params.get(names.status)),
    search: ownMember(kept, names.search) ?? '',
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
    request,
    statuses,
    isFiltered: request.search !== '' || request.status !== undefined,
    onPage,
    onSearch,
    onStatus: (status) => change({ [names.page]: null, [names.status]: status === '' ? null : status }),
    showAll: () => change({ [names.page]: null, [names.status]: null }, { ...kept, [names.search]: '' }),
  };
}
