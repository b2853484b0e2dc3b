import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from './button.js';
import { Dialog } from './dialog.js';
import { FIRST_FOCUS } from './first-focus.js';

export interface ConfirmDialogProps {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  title: ReactNode;
  description: ReactNode;
  confirmLabel: ReactNode;
  cancelLabel?: ReactNode;
  /** Use `line` if confirming loses nothing. */
  confirmVariant?: 'go' | 'line';
  busy?: boolean;
  onConfirm: () => void;
}

/**
 * Asks the person to confirm an action. The button that closes the dialog without the action gets the first
 * focus.
 */
export function ConfirmDialog({
  open,
  onOpenChange,
  title,
  description,
  confirmLabel,
  cancelLabel,
  confirmVariant = 'go',
  busy = false,
  onConfirm,
}: ConfirmDialogProps) {
  const { t } = useTranslation();
  return (
    <Dialog open={open} onOpenChange={onOpenChange} title={title} description={description} closable={!busy}>
      <div className="dialog-actions">
        <Button variant="text" {...FIRST_FOCUS} disabled={busy} onClick={() => onOpenChange(false)}>
          {cancelLabel ?? t('cancel')}
        </Button>
        <Button variant={confirmVariant} busy={busy} onClick={onConfirm}>
          {confirmLabel}
        </Button>
      </div>
    </Dialog>
  );
}
