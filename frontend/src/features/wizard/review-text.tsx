import type { AgreementDocument } from '@siegel/contracts/agreement/document';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Braid } from '../../components/braid.js';
import { Sheet } from '../../components/sheet.js';
import { AgreementFoot } from '../agreement/agreement-foot.js';
import { AgreementView } from '../agreement/agreement-view.js';
import { AgreementSheet } from '../nda/agreement-sheet.js';
import { scrollable } from '../nda/scrollable.js';

/**
 * The whole agreement in a scrolling box, so that the buttons below the box stay near. 'Read it all' opens
 * the agreement over the whole window.
 */
export function ReviewText({ document }: { document: AgreementDocument }) {
  const { t } = useTranslation('wizard');
  const [open, setOpen] = useState(false);
  return (
    <>
      <Sheet className="preview">
        <section className="preview-paper" ref={scrollable} aria-label={t('review.text')}>
          <div className="agreement-page-band">
            <Braid height={26} />
          </div>
          <AgreementView document={document} />
          <AgreementFoot document={document} />
        </section>
        <p className="preview-footer">
          <span>{t('preview.follow')}</span>
          <button type="button" className="link-button text-nowrap" onClick={() => setOpen(true)}>
            {t('preview.readAll')}
          </button>
        </p>
      </Sheet>
      <AgreementSheet open={open} onOpenChange={setOpen} title={t('review.text')}>
        <AgreementView document={document} level={3} />
      </AgreementSheet>
    </>
  );
}
