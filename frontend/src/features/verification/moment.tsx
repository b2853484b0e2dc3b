import { formatDateTime, formatTimestamp } from '@siegel/contracts/formats';
import { useTranslation } from 'react-i18next';
import { currentLanguage } from '../../lib/language.js';

export interface MomentProps {
  /** ISO 8601 UTC. */
  at: string;
  /** The event that the text names before the time. */
  event?: 'signed';
}

/** Shows a date and time as text, in the German time zone. The UTC timestamp is below the text. */
export function Moment({ at, event }: MomentProps) {
  const { t } = useTranslation('verification');
  return (
    <time dateTime={at} className="text-figures moment">
      {t(`time.${event ?? 'berlin'}`, { time: formatDateTime(at, currentLanguage()) })}
      <span className="text-note">{formatTimestamp(at, 'UTC')} UTC</span>
    </time>
  );
}
