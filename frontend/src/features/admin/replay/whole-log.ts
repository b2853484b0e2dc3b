import type { LogVerificationView, VerificationBegunView } from '@siegel/contracts/verification/whole-log';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { useFailureToast } from '../../../components/use-failure-toast.js';
import { userMessage } from '../../../lib/api-error.js';
import { api } from '../../../lib/api.js';

const VERIFY = '/api/audit/verify';
/** Milliseconds between two polls of a run, while the page is visible. */
export const POLL_MS = 3000;

/**
 * Fetches the progress of the running verification of the whole log. If none is running, fetches the result
 * of the last verification (rule:log-is-verified).
 */
export function useWholeLog() {
  return useQuery({
    queryKey: [VERIFY],
    queryFn: ({ signal }) => api.get<LogVerificationView>(VERIFY, { signal }),
    staleTime: 0,
    refetchOnMount: 'always',
    refetchInterval: ({ state }) => (state.data?.state === 'running' ? POLL_MS : false),
  });
}

export function useBeginWholeLog() {
  const { t } = useTranslation('replay');
  const fail = useFailureToast();
  const client = useQueryClient();
  return useMutation({
    mutationFn: () => api.post<VerificationBegunView>(VERIFY),
    onSuccess: () => client.invalidateQueries({ queryKey: [VERIFY] }),
    onError: (error) => fail(userMessage(error, t('whole.beginFailed'))),
  });
}
