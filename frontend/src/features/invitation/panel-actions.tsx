import { EnvelopeSimpleIcon } from '@phosphor-icons/react/dist/csr/EnvelopeSimple';
import type { NdaView } from '@siegel/contracts/nda/view';
import { lazy, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '../../components/button.js';
import { Notice } from '../../components/notice.js';
import { OnDemand } from '../../components/on-demand.js';
import { reminderRefusal } from './invitation-state.js';
import { useCancel, useInvite, useRemind } from './use-invitation.js';

const ConfirmDialog = lazy(async () => ({
  default: (await import('../../components/confirm-dialog.js')).ConfirmDialog,
}));

/**
 * Shows why the server refused an action, next to the control that the user pressed. A toast has already
 * announced the refusal.
 */
export function Refusal({ title, message }: { title: string; message: string }) {
  return (
    <Notice tone="warn" title={title}>
      {message}
    </Notice>
  );
}

/** Asks for confirmation before the link is withdrawn. */
function CancelDialog({ nda, open, onOpenChange }: CancelDialogProps) {
  const { t } = useTranslation('invitation');
  const { busy, problem, act } = useCancel(nda.id, () => onOpenChange(false));
  const name = nda.party2Name;
  return (
    <ConfirmDialog
      open={open}
      onOpenChange={onOpenChange}
      title={t('cancel.title')}
      description={
        <>
          {t('cancel.text', { name })}
          {!nda.party1PaysForBoth && nda.party2PaymentStatus === 'succeeded' && (
            <> {t('cancel.share', { name })}</>
          )}
          {problem !== null && (
            <>
              <br />
              <b>{t('cancel.failed')}</b> {problem.message}
            </>
          )}
        </>
      }
      confirmLabel={t('cancel.confirm')}
      cancelLabel={t('cancel.keep')}
      busy={busy}
      onConfirm={act}
    />
  );
}

interface CancelDialogProps {
  nda: NdaView;
  open: boolean;
  onOpenChange: (open: boolean) => void;
}

/** The actions on an open invitation: withdraw it, or send a reminder. */
export function PanelActions({ nda }: { nda: NdaView }) {
  const { t } = useTranslation('invitation');
  const reminder = useRemind(nda);
  const [cancelling, setCancelling] = useState(false);
  const refusal = reminderRefusal(nda);
  return (
    <>
      {reminder.problem !== null && <Refusal title={t('remind.failed')} message={reminder.problem.message} />}
      <div className="action-bar panel-actions">
        <Button variant="danger-text" onClick={() => setCancelling(true)}>
          {t('cancel.button')}
        </Button>
        <div className="panel-remind">
          <Button
            disabled={refusal !== null}
            aria-describedby={refusal === null ? undefined : 'panel-reminder-refusal'}
            busy={reminder.busy}
            busyLabel={t('remind.busy')}
            onClick={() => reminder.act()}
          >
            <EnvelopeSimpleIcon size={18} aria-hidden="true" />
            {t('remind.button')}
          </Button>
        </div>
      </div>
      {refusal !== null && (
        <p className="text-note" id="panel-reminder-refusal">
          {t(`refusal.${refusal}`, { name: nda.party2Name })}
        </p>
      )}
      <OnDemand open={cancelling}>
        <CancelDialog nda={nda} open={cancelling} onOpenChange={setCancelling} />
      </OnDemand>
    </>
  );
}

/**
 * Shown after the link was withdrawn: a button to invite again, or the reason why another invitation is not
 * possible.
 */
export function InviteAgain({ nda }: { nda: NdaView }) {
  const { t } = useTranslation('invitation');
  const invitation = useInvite(nda.id);
  const { party1Email, invitationsLeft: count } = nda;
  if (count === 0) return <p className="text-note">{t('invite.noneLeft')}</p>;
  return (
    <div className="panel-again">
      {invitation.problem !== null && (
        <Refusal title={t('invite.failed')} message={invitation.problem.message} />
      )}
      <Button busy={invitation.busy} busyLabel={t('invite.busy')} onClick={() => invitation.act()}>
        <EnvelopeSimpleIcon size={18} aria-hidden="true" />
        {t('invite.again', { count })}
      </Button>
      <p className="text-note">{t('invite.replyTo', { email: party1Email })}</p>
    </div>
  );
}
