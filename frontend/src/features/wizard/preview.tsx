import type { AgreementDocument } from '@siegel/contracts/agreement/document';
import type { AgreementField } from '@siegel/contracts/agreement/agreement-field';
import { memo, useEffect, useLayoutEffect, useRef, useSyncExternalStore } from 'react';
import { useTranslation } from 'react-i18next';
import { Sheet } from '../../components/sheet.js';
import { locale } from '../../lib/format.js';
import { AgreementView } from '../agreement/agreement-view.js';
import { scrollable } from '../nda/scrollable.js';
import type { WizardDraft } from './wizard-draft.js';

/**
 * Scrolls the box so that the first marked words are a third of the box's height below its top. Does not
 * scroll the page.
 */
function showMarked(box: HTMLElement, { onlyIfHidden }: { onlyIfHidden: boolean }): void {
  const marked = [...box.querySelectorAll('.agreement-live')].map((words) => words.getBoundingClientRect());
  const [first] = marked;
  if (first === undefined) return;
  const frame = box.getBoundingClientRect();
  if (onlyIfHidden && marked.some(({ top, bottom }) => bottom > frame.top && top < frame.bottom)) return;
  const calm = window.matchMedia('(prefers-reduced-motion: reduce)').matches;
  box.scrollTo({
    top: box.scrollTop + first.top - frame.top - frame.height / 3,
    behavior: calm ? 'auto' : 'smooth',
  });
}

/**
 * Scrolls the preview when the focus moves to another field, and when a change in the text has moved the
 * marked words out of the box.
 */
function useFollow(focused: AgreementField | undefined, document: AgreementDocument) {
  const box = useRef<HTMLElement>(null);
  const shown = useRef<{ focused: AgreementField | undefined; document: AgreementDocument }>(undefined);
  // A layout effect makes the box focusable before anybody sees it or checks whether it can be reached.
  useLayoutEffect(() => scrollable(box.current), []);
  useEffect(() => {
    const before = shown.current;
    shown.current = { focused, document };
    const moved = before?.focused !== focused;
    if (box.current && (moved || before?.document !== document))
      showMarked(box.current, { onlyIfHidden: !moved });
  }, [focused, document]);
  return box;
}

export interface PreviewProps {
  document: AgreementDocument;
  focused: AgreementField | undefined;
  draft: Pick<WizardDraft, 'subscribe' | 'snapshot' | 'savedMinute'>;
  onReadAll: () => void;
}

/** Says when the draft was saved. Renders again at most once a minute, not with every key press. */
function Saved({ draft }: Pick<PreviewProps, 'draft'>) {
  const { t, i18n } = useTranslation('wizard');
  useSyncExternalStore(draft.subscribe, draft.savedMinute);
  const { savedAt } = draft.snapshot();
  if (savedAt === null) return null;
  const time = savedAt.toLocaleTimeString(locale(i18n.language), { hour: '2-digit', minute: '2-digit' });
  return <span className="text-nowrap text-figures">{t('preview.saved', { time })}</span>;
}

/**
 * The preview beside the form on wide screens. It shows the text of each field where the text belongs in the
 * agreement. The preview is rendered again only when its props change, above all `document`.
 */
export const PreviewAside = memo(function PreviewAside({
  document,
  focused,
  draft,
  onReadAll,
}: PreviewProps) {
  const { t } = useTranslation('wizard');
  const box = useFollow(focused, document);
  return (
    <aside className="preview-aside" aria-label={t('preview.label')}>
      <p className="preview-caption">
        <span>{t('preview.caption')}</span>
        <Saved draft={draft} />
      </p>
      <Sheet className="preview">
        <section className="preview-paper" ref={box} aria-label={t('preview.label')}>
          <AgreementView document={document} focused={focused} />
        </section>
        <p className="preview-footer">
          <span>{t('preview.follow')}</span>
          <button type="button" className="link-button text-nowrap" onClick={onReadAll}>
            {t('preview.readAll')}
          </button>
        </p>
      </Sheet>
    </aside>
  );
});
