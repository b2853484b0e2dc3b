import { INVITE_CHECK_MS, INVITE_CHECKS } from '@siegel/contracts/limits';
import type { NdaView } from '@siegel/contracts/nda/view';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ndaKey, refreshNda } from '../nda/nda-query.js';
import { type NdaAct, useNdaAct } from '../nda/use-nda-act.js';
import { cancel, invite, remind } from './invitation-calls.js';
import { isInvitable, isInvited } from './invitation-state.js';

export function useInvite(ndaId: string): NdaAct<void> {
  const { t } = useTranslation('invitation');
  return useNdaAct({
    ndaId,
    call: () => invite(ndaId),
    hasSucceeded: isInvited,
    fallback: t('invite.fallback'),
    toastOfFailure: true,
  });
}

export function useRemind(nda: NdaView): NdaAct<void> {
  const { t } = useTranslation('invitation');
  return useNdaAct({
    ndaId: nda.id,
    call: () => remind(nda.id),
    hasSucceeded: (now) => now.remindersSent > nda.remindersSent,
    success: t('remind.done'),
    fallback: t('remind.fallback'),
    toastOfFailure: true,
  });
}

export function useCancel(ndaId: string, onDone: () => void): NdaAct<void> {
  const { t } = useTranslation('invitation');
  return useNdaAct({
    ndaId,
    call: () => cancel(ndaId),
    hasSucceeded: (now) => now.invitationStatus === 'cancelled',
    success: t('cancel.done'),
    fallback: t('cancel.fallback'),
    toastOfFailure: true,
    onDone,
  });
}

export interface OwedInvitation extends NdaAct<void> {
  /**
   * True while the user has to wait: the server still has time to send the invitation, or the hook's own
   * request is running.
   */
  waiting: boolean;
}

/**
 * Makes sure that the invitation is sent after the payment. The server should send it automatically, so the
 * hook first reads the NDA six times, once a second. If the invitation has still not been sent, the hook asks
 * the server to send it (rule:timings-of-the-screen). The hook is mounted only while the invitation should be
 * sent.
 */
export function useOwedInvitation(ndaId: string): OwedInvitation {
  const client = useQueryClient();
  const invitation = useInvite(ndaId);
  const [checks, setChecks] = useState(0);
  const check = useEffectEvent(async (isOver: () => boolean) => {
    await refreshNda(client, ndaId);
    const now = client.getQueryData<NdaView>(ndaKey(ndaId));
    if (isOver() || now === undefined || !isInvitable(now)) return;
    if (checks + 1 === INVITE_CHECKS) invitation.act();
    setChecks(checks + 1);
  });
  useEffect(() => {
    if (checks >= INVITE_CHECKS) return undefined;
    let over = false;
    const timer = setTimeout(() => void check(() => over), INVITE_CHECK_MS);
    return () => {
      over = true;
      clearTimeout(timer);
    };
  }, [checks]);
  return { ...invitation, waiting: checks < INVITE_CHECKS || invitation.busy };
}
