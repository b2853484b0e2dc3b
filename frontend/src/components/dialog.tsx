import { XIcon } from '@phosphor-icons/react/dist/csr/X';
import { Dialog as Behaviour } from 'radix-ui';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';

export interface DialogProps {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  title: ReactNode;
  /** Across the top, for example the notice of the test mode. */
  band?: ReactNode;
  /** Read out with the title. */
  description?: ReactNode;
  /** While false, neither Escape nor a click beside it closes the dialog and there is no close button: work is under way. */
  closable?: boolean;
  children: ReactNode;
}

/**
 * A sheet in the middle, a bottom sheet on phones. Radix keeps the focus inside and gives it back.
 * Its overlay is left out on purpose: that one writes a style element, which the content security policy forbids. Scrolling is locked by base.css.
 */
export function Dialog({ open, onOpenChange, title, band, description, closable = true, children }: DialogProps) {
  const { t } = useTranslation();
  const hold = (event: Event) => {
    if (!closable) event.preventDefault();
  };
  return (
    <Behaviour.Root open={open} onOpenChange={onOpenChange}>
      <Behaviour.Portal>
        <div className="shade">
          <Behaviour.Content
            className="dialog"
            onEscapeKeyDown={hold}
            onPointerDownOutside={hold}
            onInteractOutside={hold}
            {...(description === undefined ? { 'aria-describedby': undefined } : {})}
          >
            {band && <p className="testmode">{band}</p>}
            <div className="dh">
              <Behaviour.Title>{title}</Behaviour.Title>
              {closable && (
                <Behaviour.Close className="icon" aria-label={t('close')}>
                  <XIcon size={22} aria-hidden="true" />
                </Behaviour.Close>
              )}
            </div>
            <div className="db">
              {description !== undefined && <Behaviour.Description className="soft">{description}</Behaviour.Description>}
              {children}
            </div>
          </Behaviour.Content>
        </div>
      </Behaviour.Portal>
    </Behaviour.Root>
  );
}
