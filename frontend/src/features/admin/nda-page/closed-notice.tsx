import { useTranslation } from 'react-i18next';
import { Notice } from '../../../components/notice.js';
import { formatShortMoment } from '../../../lib/format-figures.js';

export interface ClosedNoticeProps {
  readonly id: string;
  /** Time of the last event that counts; null if no event counts. */
  readonly since: string | null;
}

/** Says that the NDA's stream is closed, and what to do (rule:first-fault-closes-the-stream). */
export function ClosedNotice({ id, since }: ClosedNoticeProps) {
  const { t, i18n } = useTranslation('admin');
  return (
    <Notice tone="bad" title={t('closed.title')}>
      <p>
        {since === null
          ? t('closed.nothing')
          : t('closed.text', { at: formatShortMoment(since, i18n.language) })}
      </p>
      <p>
        {t('closed.repair')} <span className="text-mono">{t('closed.command', { id })}</span>
      </p>
      <p>
        {t('closed.page')} <span className="text-mono">docs/operations/repairing-a-stream.md</span>
      </p>
    </Notice>
  );
}
