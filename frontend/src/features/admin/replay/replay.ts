import type { AuditedState } from '@siegel/contracts/audit/requests';
import type { AuditedEventsView, AuditedNdaView, NdaAtView } from '@siegel/contracts/audit/views';
import { EVENT_PAGE_SIZE, NDA_PAGE_SIZE } from '@siegel/contracts/limits';
import type { LogVerdictView } from '@siegel/contracts/verification/checkpoints';
import { keepPreviousData, useMutation, useQuery } from '@tanstack/react-query';
import { api } from '../../../lib/api.js';
import { fetchFile } from '../../../lib/api-file.js';
import { saveFile } from '../../../lib/save-file.js';
import type { RowsRequest } from '../lists/use-searched-list.js';
import { useSearchedPage } from '../lists/use-searched-page.js';

const AUDITED = '/api/audit/ndas';
const addressOf = (id: string): string => `${AUDITED}/${encodeURIComponent(id)}`;

/** Fetches one page of histories. */
export const useHistories = (request: RowsRequest<AuditedState>) =>
  useSearchedPage<AuditedNdaView>(AUDITED, NDA_PAGE_SIZE, request);

/**
 * Fetches the page of events that contains a revision. If no revision is given, fetches the first page, whose
 * response contains the total number of events.
 * @param revision counted from 0
 */
export function useEvents(id: string, revision: number | undefined) {
  const from = Math.floor((revision ?? 0) / EVENT_PAGE_SIZE) * EVENT_PAGE_SIZE;
  const address = `${addressOf(id)}/events?from=${from}&limit=${EVENT_PAGE_SIZE}`;
  return useQuery({
    queryKey: [address],
    queryFn: ({ signal }) => api.get<AuditedEventsView>(address, { signal }),
    placeholderData: keepPreviousData,
    refetchOnMount: 'always',
  });
}

/**
 * Fetches the NDA's state after an event. While the next state loads, the previous state stays on the screen.
 * If the user moves on to another event, the pending request is aborted.
 */
export function useNdaAt(id: string, revision: number | undefined) {
  const address = `${addressOf(id)}/at/${revision ?? 0}`;
  return useQuery({
    queryKey: [address],
    queryFn: ({ signal }) => api.get<NdaAtView>(address, { signal }),
    enabled: revision !== undefined,
    placeholderData: keepPreviousData,
  });
}

/**
 * Finds the revision at a given time.
 * @param time ISO 8601 UTC
 */
export function useRevisionAt(id: string) {
  return useMutation({
    mutationFn: async (time: string) => {
      const { revision } = await api.get<NdaAtView>(`${addressOf(id)}/at?time=${encodeURIComponent(time)}`);
      return revision;
    },
  });
}

/** Verifies on request that nobody has changed the recorded history. */
export function useVerification(id: string) {
  return useMutation({
    mutationFn: async () => {
      const verdict = await api.get<LogVerdictView>(`${addressOf(id)}/verify`);
      return { ...verdict, at: new Date().toISOString() };
    },
  });
}

/** Saves the complete evidence as a file (rule:evidence-bundle). */
export function useEvidence(id: string) {
  return useMutation({
    mutationFn: async () => saveFile(`siegel-${id}.zip`, await fetchFile(`${addressOf(id)}/evidence`)),
  });
}
