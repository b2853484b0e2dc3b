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
import { keepNda, ndaKey } from '../../nda/nda-query.js';
import type { RowsAsked } from '../lists/use-searched-list.js';
import { useSearchedPage } from '../lists/use-searched-page.js';

const NDAS = '/api/admin/ndas';

export const NDA_SORTS = ['-created', 'created'] as const;
export type NdaSort = (typeof NDA_SORTS)[number];

interface NdasAsked extends RowsAsked<NdaStatus> {
  readonly sort: NdaSort;
}

/** One page. The server sends the newest first unasked. */
export const useNdas = (asked: NdasAsked) =>
  useSearchedPage<NdaListItem>(NDAS, NDA_PAGE_SIZE, {
    ...asked,
    sort: asked.sort === '-created' ? undefined : asked.sort,
  });

/** N as the admin reads it; a browser that made the NDA itself reads it as its creator, who is told of no legal hold. */
export type ReadNda = NdaView & Partial<Pick<AdminNdaView, 'legalHold'>>;

export function useAdminNda(id: string) {
  return useQuery<ReadNda>({ queryKey: ndaKey(id), refetchOnMount: 'always' });
}

/** Erases; undefined once the key is gone, else it is still being destroyed. */
export function useErase() {
  return useMutation({
    mutationFn: (id: string) => api.delete<ErasingView | undefined>(`${NDAS}/${encodeURIComponent(id)}`),
  });
}

/** What was read of it is out of date; it is shown until the answer comes. */
export function useReadAgain(): (id: string) => void {
  const client = useQueryClient();
  return (id) => {
    for (const queryKey of [ndaKey(id), [NDAS]]) void client.invalidateQueries({ queryKey });
  };
}

/** After an erasure nothing that was read before is true. */
export function useForgetNda(): (id: string) => void {
  const client = useQueryClient();
  return (id) => {
    client.removeQueries({ queryKey: ndaKey(id) });
    for (const key of [NDAS, '/api/admin/analytics', '/api/admin/obligations'])
      void client.invalidateQueries({ queryKey: [key] });
  };
}

/** Asks for the document to be sent now; what was sent is not sent again. */
export function useResend(id: string) {
  const { t } = useTranslation('admin');
  const { toast } = useToast();
  const fail = useFailureToast();
  const client = useQueryClient();
  return useMutation({
    mutationFn: () => api.post<NdaView>(`/api/ndas/${encodeURIComponent(id)}/send-email`),
    onSuccess: (nda) => {
      keepNda(client, nda);
      toast({ tone: 'ok', title: t(nda.status === 'sent' ? 'ndas.wasSent' : 'ndas.isSending') });
    },
    onError: (error) => fail(userMessage(error, t('ndas.resendFailed'))),
  });
}

export const pdfAddress = (id: string): string => `/api/ndas/${encodeURIComponent(id)}/pdf`;
