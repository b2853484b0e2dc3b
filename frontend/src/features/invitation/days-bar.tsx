import { AUTOMATIC_REMINDERS, INVITATION_DAYS } from '@siegel/contracts/limits';
import type { CSSProperties } from 'react';
import { useTranslation } from 'react-i18next';
import { type TimeLeft } from './invitation-state.js';

const REMINDED = Object.values(AUTOMATIC_REMINDERS);
const DAYS = Array.from({ length: INVITATION_DAYS }, (_, index) => index + 1);
/**
 * The share of the bar that counts as near to one of its ends. If today is that near to an end, the word
 * 'today' would overlap the word at that end, so the word at that end is hidden.
 */
const NEAR = 0.3;

const at = (share: number): CSSProperties => ({ ['--days-at' as string]: `${(share * 100).toFixed(2)}%` });

/**
 * Shows the seven days of the link. The days of automatic reminders are marked, unless Party 2 has declined
 * them.
 */
export function DaysBar({ left, declined }: { left: TimeLeft; declined: boolean }) {
  const { t } = useTranslation('invitation');
  return (
    <>
      <div
        className={declined ? 'days-bar days-bar-unmarked' : 'days-bar'}
        role="img"
        aria-label={t(declined ? 'days.labelDeclined' : 'days.label', { day: left.day })}
      >
        <div className="days-bar-ends">
          <span>{left.passed < NEAR ? '' : t('days.sent')}</span>
          <span>{left.passed > 1 - NEAR ? '' : t('days.ends')}</span>
        </div>
        <span className="days-bar-today" style={at(Math.min(0.97, Math.max(0.03, left.passed)))}>
          {t('days.today')}
        </span>
        <div className="days-bar-boxes">
          <span className="days-bar-passed" style={at(left.passed)} />
          {DAYS.map((day) => (
            <i key={day} />
          ))}
        </div>
        {!declined &&
          REMINDED.map((day) => (
            <span key={day} className="days-bar-mark" style={at(day / INVITATION_DAYS)}>
              {t('days.day', { day })}
            </span>
          ))}
      </div>
      {!declined && <p className="text-note">{t('days.note')}</p>}
    </>
  );
}
