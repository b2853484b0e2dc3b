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

/** In the shape of the verdict that comes. */
export function Checking({ name, size, onCancel }: CheckingProps) {
  const { t, i18n } = useTranslation(['verify', 'common']);
  return (
    <Sheet marks className="verdict" aria-busy="true">
      <div className="head">
        <span className="skel round" />
        <div>
          <p className="it soft filename">
            {name}, <span className="nb num">{formatBytes(size, i18n.language)}</span>
          </p>
          <h2 tabIndex={-1} data-focus>
            {t('checking.title')}
          </h2>
          <p className="soft">{t('checking.text')}</p>
        </div>
      </div>
      <div className="sweep" aria-hidden="true" />
      <div className="skels" aria-hidden="true">
        {['72%', '88%', '64%', '80%'].map((width) => (
          <span key={width} className="skel" style={{ width }} />
        ))}
      </div>
      <div className="acts">
        <Button onClick={onCancel}>{t('common:cancel')}</Button>
      </div>
    </Sheet>
  );
}
