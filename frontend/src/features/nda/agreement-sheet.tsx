import { XIcon } from '@phosphor-icons/react/dist/csr/X';
import { Dialog as Behaviour } from 'radix-ui';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import './nda.css';

/** A long text in a box of its own: it must be scrollable by keyboard. */
export function scrollable(box: HTMLElement | null): void {
  if (box !== null) box.tabIndex = 0;
}

/** The agreement over the whole height of the window; a sheet from below on phones. */
export function AgreementSheet({
  open,
  onOpenChange,
  title,
  children,
}: {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  title: string;
  children: ReactNode;
}) {
  const { t } = useTranslation('wizard');
  return (
    <Behaviour.Root open={open} onOpenChange={onOpenChange}>
      <Behaviour.Portal>
        <div className="dialog-backdrop agreement-sheet-backdrop">
          <Behaviour.Content className="dialog agreement-sheet" aria-describedby={undefined}>
            <div className="dialog-header">
              <Behaviour.Title>{title}</Behaviour.Title>
              <Behaviour.Close className="icon-button" aria-label={t('preview.close')}>
                <XIcon size={22} aria-hidden="true" />
              </Behaviour.Close>
            </div>
            <section className="dialog-body" ref={scrollable} aria-label={title}>
              {children}
            </section>
          </Behaviour.Content>
        </div>
      </Behaviour.Portal>
    </Behaviour.Root>
  );
}
