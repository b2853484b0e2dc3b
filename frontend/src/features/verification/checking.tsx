import { useTranslation } from 'react-i18next';
import { Button } from '../../components/button.js';
import { Sheet } from '../../components/sheet.js';
import { formatBytes } from './format-bytes.js';

export interface CheckingProps {
  name: string;
  /** Bytes. */
  size: number;
  onCancel: () => void;
}

/** Shown while the check runs. The placeholder has the same layout as the verdict. */
export function Checking({ name, size, onCancel }: CheckingProps) {
  const { t, i18n } = useTranslation(['verification', 'common']);
  return (
    <Sheet className="verdict" aria-busy="true">
      <div className="verdict-header">
        <span className="skeleton-line checking-seal" />
        <div>
          <p className="text-italic text-soft file-name">
            {name}, <span className="text-nowrap text-figures">{formatBytes(size, i18n.language)}</span>
          </p>
          <h2 tabIndex={-1} data-focus>
            {t('checking.title')}
          </h2>
          <p className="text-soft">{t('checking.text')}</p>
        </div>
      </div>
      <div className="checking-sweep" aria-hidden="true" />
      <div className="skeleton" aria-hidden="true">
        {['72%', '88%', '64%', '80%'].map((width) => (
          <span key={width} className="skeleton-line" style={{ width }} />
        ))}
      </div>
      <div className="action-bar">
        <Button onClick={onCancel}>{t('common:cancel')}</Button>
      </div>
    </Sheet>
  );
}
