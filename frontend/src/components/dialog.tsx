import { XIcon } from '@phosphor-icons/react/dist/csr/X';
import * as Behaviour from 'radix-ui/dialog';
import { type KeyboardEvent, type ReactNode, type RefObject, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { focusFirst } from './first-focus.js';
import { useFocusTrap } from './use-focus-trap.js';

export interface DialogProps {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  title: ReactNode;
  /** Shown across the top, for example the notice of the test mode. */
  band?: ReactNode;
  /** Screen readers announce the description together with the title. */
  description?: ReactNode;
  /**
   * False while work is in progress. The dialog then has no close button, and neither Escape nor a click
   * outside closes the dialog.
   */
  closable?: boolean;
  /** True makes the dialog as high as the window, for a long text. The children decide which part scrolls. */
  tall?: boolean;
  /**
   * Set this only for a dialog that may have to release the focus while it is open. The value is false while
   * a frame of the bank needs the focus, and true otherwise. The value must already be defined when the
   * dialog opens. If it is undefined, the dialog is modal.
   */
  trapsFocus?: boolean | undefined;
  children: ReactNode;
}

/**
 * A sheet in the middle of the page. On phones the sheet slides in from below. If `trapsFocus` is undefined,
 * Radix traps the focus. Otherwise our own hook traps it. Radix's overlay is not used, because it writes a
 * style element, and the content security policy forbids style elements. base.css prevents the page behind
 * the dialog from scrolling.
 */
export function Dialog({ open, onOpenChange, ...panel }: DialogProps) {
  return (
    // `modal` must not change while the dialog is open, because Radix would then render the dialog's content
    // from scratch.
    <Behaviour.Root open={open} onOpenChange={onOpenChange} modal={panel.trapsFocus === undefined}>
      {open && <Panel {...panel} onClose={() => onOpenChange(false)} />}
    </Behaviour.Root>
  );
}

function Panel({
  title,
  band,
  description,
  closable = true,
  tall = false,
  trapsFocus,
  onClose,
  children,
}: Omit<DialogProps, 'open' | 'onOpenChange'> & { onClose: () => void }) {
  const { t } = useTranslation();
  // Remember which element had the focus before an element inside the dialog takes it. Radix does not know
  // that element, because Radix's trigger is not used.
  const [cameFrom] = useState(() => document.activeElement);
  const panel = useRef<HTMLDivElement>(null);
  const stay = (event: Event) => {
    if (!closable) event.preventDefault();
  };
  // Radix sends Escape to the layer that opened last, which may be a toast. So the dialog handles Escape
  // itself.
  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    if (event.key === 'Escape' && closable && event.currentTarget.contains(event.target as Node)) onClose();
  };
  // Radix makes Tab go from the end of a dialog back to its beginning. Prevent this while the bank's frame
  // needs the focus.
  const onKeyDownCapture = (event: KeyboardEvent) => {
    if (trapsFocus === false && event.key === 'Tab') event.stopPropagation();
  };
  return (
    <Behaviour.Portal>
      <div className={tall ? 'dialog-backdrop dialog-backdrop-tall' : 'dialog-backdrop'}>
        <Behaviour.Content
          className={tall ? 'dialog dialog-tall' : 'dialog'}
          onOpenAutoFocus={(event) => {
            event.preventDefault();
            focusFirst(event.target as HTMLElement);
          }}
          onCloseAutoFocus={(event) => {
            event.preventDefault();
            if (cameFrom instanceof HTMLElement && cameFrom.isConnected) cameFrom.focus();
          }}
          onEscapeKeyDown={(event) => event.preventDefault()}
          ref={panel}
          onKeyDownCapture={onKeyDownCapture}
          onKeyDown={onKeyDown}
          onPointerDownOutside={stay}
          onFocusOutside={(event) => event.preventDefault()}
          onInteractOutside={stay}
          {...(description === undefined ? { 'aria-describedby': undefined } : {})}
        >
          {trapsFocus !== undefined && <OwnFocusTrap panel={panel} holds={trapsFocus} />}
          {band && <p className="dialog-band">{band}</p>}
          <div className="dialog-header">
            <Behaviour.Title>{title}</Behaviour.Title>
            {closable && (
              <Behaviour.Close className="icon-button" aria-label={t('close')}>
                <XIcon size={22} aria-hidden="true" />
              </Behaviour.Close>
            )}
          </div>
          <div className="dialog-body">
            {description !== undefined && (
              <Behaviour.Description className="text-soft">{description}</Behaviour.Description>
            )}
            {children}
          </div>
        </Behaviour.Content>
      </div>
    </Behaviour.Portal>
  );
}

function OwnFocusTrap({ panel, holds }: { panel: RefObject<HTMLElement | null>; holds: boolean }) {
  useFocusTrap(panel, holds);
  return null;
}
