import { FileTextIcon } from '@phosphor-icons/react/dist/csr/FileText';
import { XIcon } from '@phosphor-icons/react/dist/csr/X';
import type { AgreementDocument, AgreementField } from '@siegel/contracts/agreement/document';
import { Dialog as Behaviour } from 'radix-ui';
import { type ReactNode, useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '../../components/button.js';
import { Sheet } from '../../components/sheet.js';
import { locale } from '../../lib/format.js';
import { AgreementView } from '../agreement/agreement-view.js';

/** A long text in a box of its own: it must be scrollable by keyboard. */
function scrollable(box: HTMLElement | null): void {
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
        <div className="shade tall">
          <Behaviour.Content className="dialog tall" aria-describedby={undefined}>
            <div className="dh">
              <Behaviour.Title>{title}</Behaviour.Title>
              <Behaviour.Close className="icon" aria-label={t('preview.close')}>
                <XIcon size={22} aria-hidden="true" />
              </Behaviour.Close>
            </div>
            <section className="db" ref={scrollable} aria-label={title}>
              {children}
            </section>
          </Behaviour.Content>
        </div>
      </Behaviour.Portal>
    </Behaviour.Root>
  );
}

/** Brings the first marked words into the upper third of the box, without moving the page. */
function showMarked(box: HTMLElement, { onlyIfHidden }: { onlyIfHidden: boolean }): void {
  const marked = [...box.querySelectorAll('.live')].map((words) => words.getBoundingClientRect());
  const [first] = marked;
  if (first === undefined) return;
  const frame = box.getBoundingClientRect();
  if (onlyIfHidden && marked.some(({ top, bottom }) => bottom > frame.top && top < frame.bottom)) return;
  const calm = window.matchMedia('(prefers-reduced-motion: reduce)').matches;
  box.scrollTo({ top: box.scrollTop + first.top - frame.top - frame.height / 3, behavior: calm ? 'auto' : 'smooth' });
}

/** Follows the focus from field to field, and a choice that moves its words out of the box. */
function useFollow(focused: AgreementField | undefined) {
  const box = useRef<HTMLElement>(null);
  const shown = useRef<AgreementField>(undefined);
  useEffect(() => scrollable(box.current), []);
  useEffect(() => {
    const moved = shown.current !== focused;
    shown.current = focused;
    if (box.current) showMarked(box.current, { onlyIfHidden: !moved });
  });
  return box;
}

export interface PreviewProps {
  document: AgreementDocument;
  focused: AgreementField | undefined;
  savedAt: Date | null;
  onReadAll: () => void;
}

/** Beside the form on wide screens: every field typed is seen at its place. */
export function PreviewAside({ document, focused, savedAt, onReadAll }: PreviewProps) {
  const { t, i18n } = useTranslation('wizard');
  const box = useFollow(focused);
  const time = savedAt?.toLocaleTimeString(locale(i18n.language), { hour: '2-digit', minute: '2-digit' });
  return (
    <aside className="aside" aria-label={t('preview.label')}>
      <p className="cap">
        <span>{t('preview.caption')}</span>
        {time && <span className="nb num">{t('preview.saved', { time })}</span>}
      </p>
      <Sheet marks className="preview">
        <section className="paper" ref={box} aria-label={t('preview.label')}>
          <AgreementView document={document} focused={focused} />
        </section>
        <p className="more">
          <span>{t('preview.follow')}</span>
          <button type="button" className="link nb" onClick={onReadAll}>
            {t('preview.readAll')}
          </button>
        </p>
      </Sheet>
    </aside>
  );
}

/** Below 1080 px: a bar that opens the preview. */
export function PreviewDock({ onOpen }: { onOpen: () => void }) {
  const { t } = useTranslation('wizard');
  return (
    <div className="dock">
      <span className="note">{t('preview.bar')}</span>
      <Button size="sm" onClick={onOpen}>
        <FileTextIcon size={18} aria-hidden="true" />
        {t('preview.open')}
      </Button>
    </div>
  );
}
