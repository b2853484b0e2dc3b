import type { ObligationView, Page } from '@siegel/contracts/admin/views';
import type { ObligationGroup } from '@siegel/contracts/enums';
import { type QueryClient, useQuery, useQueryClient } from '@tanstack/react-query';
import { keepPreviousData } from '@tanstack/react-query';
import { useEffect, useSyncExternalStore } from 'react';
import { useTranslation } from 'react-i18next';
import { toasts } from '../../../components/toast-store.js';
import { userMessage } from '../../../lib/api-error.js';
import { api } from '../../../lib/api.js';
import { POLLED } from '../figures/figures.js';
import { UNDO_MS } from '@siegel/contracts/limits';
import { closings } from './closings.js';

const OBLIGATIONS = '/api/admin/obligations';

export interface ObligationsRequest {
  readonly group?: ObligationGroup;
  readonly ndaId?: string;
  readonly page: number;
  readonly pageSize: number;
}

/** Fetches one page of obligations in the server's order: oldest first. */
export function useObligations({ group, ndaId, page, pageSize }: ObligationsRequest) {
  const parameters = new URLSearchParams({
    ...(group === undefined ? {} : { group }),
    ...(ndaId === undefined ? {} : { ndaId }),
    page: String(page),
    pageSize: String(pageSize),
  });
  return useQuery({
    queryKey: [OBLIGATIONS, parameters.toString()],
    queryFn: ({ signal }) => api.get<Page<ObligationView>>(`${OBLIGATIONS}?${parameters}`, { signal }),
    placeholderData: keepPreviousData,
    ...POLLED,
  });
}

export const refetchObligations = (client: QueryClient): Promise<void> =>
  client.invalidateQueries({ queryKey: [OBLIGATIONS] });

const closeAddress = (id: string): string => `${OBLIGATIONS}/${encodeURIComponent(id)}/close`;

/** Sends a closing with `keepalive`, so that the request outlives the page. */
function closeOnLeave(id: string, body: object): void {
  void fetch(closeAddress(id), {
    method: 'POST',
    credentials: 'include',
    headers: { Accept: 'application/json', 'Content-Type': 'application/json' },
    body: JSON.stringify(body),
    keepalive: true,
  }).catch((error: unknown) => console.warn('obligations:', error));
}

/** Returns the ids of obligations that were closed a moment ago. */
export const useHiddenObligations = (): ReadonlySet<string> =>
  useSyncExternalStore(closings.subscribe, closings.snapshot, closings.snapshot);

/**
 * Returns a function that closes an obligation. The closing is sent to the server only when the user can no
 * longer undo it.
 */
export function useClosing(): (obligation: ObligationView, note: string) => void {
  const { t } = useTranslation(['admin', 'common']);
  const client = useQueryClient();
  useEffect(() => {
    const leave = () => closings.leave();
    window.addEventListener('pagehide', leave);
    return () => window.removeEventListener('pagehide', leave);
  }, []);
  return ({ id }, note) => {
    const body = note === '' ? {} : { note };
    const failed = (error: unknown) =>
      toasts.show({
        tone: 'bad',
        title: t('common:errorTitle'),
        description: userMessage(error, t('todo.closeFailed')),
      });
    const send = () =>
      api
        .post(closeAddress(id), body)
        .catch(failed)
        .then(() => refetchObligations(client));
    closings.begin(id, send, () => closeOnLeave(id, body));
    toasts.show({
      tone: 'ok',
      title: t('todo.closed'),
      action: { label: t('todo.undo'), run: () => closings.undo(id) },
      duration: UNDO_MS,
    });
  };
}
