import { FileTextIcon } from '@phosphor-icons/react/dist/csr/FileText';
import { useTranslation } from 'react-i18next';
import { Sheet } from '../../components/sheet.js';
import { Skeleton } from '../../components/skeleton.js';

/** Placeholder of the preview while it is loading. */
export function PreviewPlaceholder() {
  const { t } = useTranslation('wizard');
  return (
    <aside className="preview-aside" aria-label={t('preview.label')}>
      <p className="preview-caption">
        <span>{t('preview.caption')}</span>
      </p>
      <Sheet className="preview">
        <div className="preview-paper">
          <Skeleton title lines={['half', 'full', 'most', 'full', 'full', 'half', 'full', 'most']} />
        </div>
      </Sheet>
    </aside>
  );
}

/**
 * The bar that opens the preview in windows narrower than 1080 px. It is exactly high enough for a finger.
 */
export function PreviewDock({ onOpen }: { onOpen: () => void }) {
  const { t } = useTranslation('wizard');
  return (
    <button type="button" className="preview-dock" onClick={onOpen}>
      <FileTextIcon size={18} aria-hidden="true" />
      {t('preview.open')}
    </button>
  );
}
