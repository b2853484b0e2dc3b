import type { SearchPage } from '@siegel/contracts/admin/views';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { api } from '../../../lib/api.js';
import type { RowsRequest } from './use-searched-list.js';

/**
 * Fetches one page of a list. The list is not polled, because the server records each fetch of agreements as
 * a reading of personal data (rule:readings-are-recorded).
 * @param address the list's address on the server
 */
export function useSearchedPage<Row>(
  address: string,
  pageSize: number,
  { page, status, sort, search }: RowsRequest<string> & { readonly sort?: string | undefined },
) {
  const parameters = new URLSearchParams({ page: String(page), pageSize: String(pageSize) });
  for (const [name, value] of Object.entries({ status, sort, search }))
    if (value !== undefined && value !== '') parameters.set(name, value);
  return useQuery({
    queryKey: [address, parameters.toString()],
    queryFn: ({ signal }) => api.get<SearchPage<Row>>(`${address}?${parameters}`, { signal }),
    placeholderData: keepPreviousData,
    staleTime: 0,
    refetchOnMount: 'always',
  });
}
