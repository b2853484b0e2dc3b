import { IN_PERSON_COMPLETION_DELAY_MS, POLL_FINISH_MS } from '@siegel/contracts/limits';
import type { NdaView } from '@siegel/contracts/nda/view';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useFailureToast } from '../../components/use-failure-toast.js';
import { useToast } from '../../components/use-toast.js';
import { api } from '../../lib/api.js';
import { userMessage } from '../../lib/api-error.js';
import { isWaitingForOthers } from '../invitation/invitation-state.js';
import { cacheNda } from '../nda/nda-query.js';
import { type FinishPhase, finishPhase, isOverdue } from './sending.js';

/** Milliseconds between two checks of the timer (rule:timings-of-the-screen). */
const TIMER_MS = 1000;

/**
 * Returns the pause before the next poll (2 s). Returns false if the NDA can change only when the user acts,
 * for example because the document has been sent or the link has expired.
 */
export function finishPause(nda: NdaView): number | false {
  const phase = finishPhase(nda);
  const over = phase === 'remote' && !isWaitingForOthers(nda);
  return phase === 'sent' || over ? false : POLL_FINISH_MS;
}

/**
 * Returns the phase that the screen shows. If Party 2 signs through the link while this screen is open, the
 * screen keeps the phase `remote` for another half a second, so that the user sees Party 2's signature.
 */
export function useShownPhase(phase: FinishPhase): FinishPhase {
  const [waited, setWaited] = useState(phase === 'remote');
  useEffect(() => {
    if (!waited || phase === 'remote') return undefined;
    const timer = setTimeout(() => setWaited(false), IN_PERSON_COMPLETION_DELAY_MS);
    return () => clearTimeout(timer);
  }, [waited, phase]);
  return waited ? 'remote' : phase;
}

/**
 * `overdue` is true once sending has taken 30 s while this screen was open. `restart` begins another 30 s.
 */
export function useOverdue(phase: FinishPhase): { overdue: boolean; restart: () => void } {
  const [round, setRound] = useState(0);
  const [overdueRound, setOverdueRound] = useState<number | null>(null);
  const sending = phase === 'sending';
  useEffect(() => {
    if (!sending) return undefined;
    const startedAt = Date.now();
    const timer = setInterval(() => {
      if (isOverdue(startedAt, Date.now())) setOverdueRound(round);
    }, TIMER_MS);
    return () => clearInterval(timer);
  }, [sending, round]);
  return { overdue: sending && overdueRound === round, restart: () => setRound((before) => before + 1) };
}

/** Asks the server to send the mails again. This is safe at any time (rule:send-again-is-safe). */
export function useResend(ndaId: string, onAsked: () => void): { busy: boolean; resend: () => void } {
  const { t } = useTranslation('finish');
  const { toast } = useToast();
  const fail = useFailureToast();
  const client = useQueryClient();
  const { mutate, isPending } = useMutation({
    mutationFn: () => api.post<NdaView>(`/api/ndas/${ndaId}/send-email`),
    onSuccess: (nda) => {
      cacheNda(client, nda);
      toast({ title: t('slow.retried'), tone: 'ok' });
      onAsked();
    },
    onError: (error) => fail(userMessage(error, t('sendFailed'))),
  });
  return { busy: isPending, resend: () => mutate() };
}
