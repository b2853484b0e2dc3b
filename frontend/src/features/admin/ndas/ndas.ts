import type { AdminNdaView, ErasingView, NdaListItem } from '@siegel/contracts/admin/views';
import type { NdaStatus } from '@siegel/contracts/enums';
import { NDA_PAGE_SIZE } from '@siegel/contracts/limits';
import type { NdaView } from '@siegel/contracts/nda/view';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { useFailureToast } from '../../../components/use-failure-toast.js';
import { useToast } from '../../../components/use-toast.js';
import { userMessage } from '../../../lib/api-error.js';
import { api } from '../../../lib/api.js';
import { cacheNda, ndaKey } from '../../nda/nda-query.js';
import type { RowsRequest } from '../lists/use-searched-list.js';
import { useSearchedPage } from '../lists/use-searched-page.js';

const NDAS = '/api/admin/ndas';

export const NDA_SORTS = ['-created', 'created'] as const;
export type NdaSort = (typeof NDA_SORTS)[number];

interface NdasRequest extends RowsRequest<NdaStatus> {
  readonly sort: NdaSort;
}

/** Fetches one page of NDAs. Newest first is the server's default, so this order is not sent. */
export const useNdas = (request: NdasRequest) =>
  useSearchedPage<NdaListItem>(NDAS, NDA_PAGE_SIZE, {
    ...request,
    sort: request.sort === '-created' ? undefined : request.sort,
  });

/**
 * An NDA as the server sends it to the admin. If the NDA was created in the admin's own browser, the server
 * sends the creator's view, which does not contain the legal hold.
 */
export type ReadNda = NdaView & Partial<Pick<AdminNdaView, 'legalHold'>>;

export function useAdminNda(id: string) {
  return useQuery<ReadNda>({ queryKey: ndaKey(id), refetchOnMount: 'always' });
}

/**
 * Erases an NDA. If the result is undefined, the key is destroyed. Otherwise the key is still being
 * destroyed.
 */
export function useErase() {
  return useMutation({
    mutationFn: (id: string) => api.delete<ErasingView | undefined>(`${NDAS}/${encodeURIComponent(id)}`),
  });
}

/**
 * Returns a function that fetches an NDA and the list again. The old data is shown until the answers arrive.
 */
export function useRefetchNda(): (id: string) => void {
  const client = useQueryClient();
  return (id) => {
    for (const queryKey of [ndaKey(id), [NDAS]]) void client.invalidateQueries({ queryKey });
  };
}

/**
 * Returns a function that drops an erased NDA from the cache, and fetches list, figures and obligations
 * again.
 */
export function useForgetNda(): (id: string) => void {
  const client = useQueryClient();
  return (id) => {
    client.removeQueries({ queryKey: ndaKey(id) });
    for (const key of [NDAS, '/api/admin/analytics', '/api/admin/obligations'])
      void client.invalidateQueries({ queryKey: [key] });
  };
}

/** Asks the server to send the document now. A mail that has already been sent is not sent again. */
export function useResend(id: string) {
  const { t } = useTranslation('admin');
  const { toast } = useToast();
  const fail = useFailureToast();
  const client = useQueryClient();
  return useMutation({
    mutationFn: () => api.post<NdaView>(`/api/ndas/${encodeURIComponent(id)}/send-email`),
    onSuccess: (nda) => {
      cacheNda(client, nda);
      toast({ tone: 'ok', title: t(nda.status === 'sent' ? 'ndas.wasSent' : 'ndas.isSending') });
    },
    onError: (error) => fail(userMessage(error, t('ndas.resendFailed'))),
  });
}

export const pdfAddress = (id: string): string => `/api/ndas/${encodeURIComponent(id)}/pdf`;
