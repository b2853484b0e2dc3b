import type { AuditedNdaView } from '@siegel/contracts/audit/views';
import { useTranslation } from 'react-i18next';
import { Link, useLocation } from 'react-router-dom';
import { Status, type StatusTone } from '../../../components/status.js';
import { formatCount, formatShortDate, formatShortMoment } from '../../../lib/format-figures.js';
import { useClosedWords } from '../ndas/closed-words.js';
import { ndaAddress } from '../obligations/obligation-row.js';
import { placeOf } from '../session/place.js';

const TONES: Readonly<Record<AuditedNdaView['status'], StatusTone>> = {
  draft: 'open',
  party1_signed: 'half',
  completed: 'run',
  sent: 'ok',
};

/**
 * A table with six columns, shown as a list on narrow screens. If an NDA was erased, its id is shown in place
 * of its title.
 */
export function HistoryTable({ items }: { items: readonly AuditedNdaView[] }) {
  const { t } = useTranslation('replay');
  return (
    <table className="data-table history-table">
      <thead>
        <tr>
          <th scope="col">{t('list.idea')}</th>
          <th scope="col">{t('list.parties')}</th>
          <th scope="col">{t('list.status')}</th>
          <th scope="col">{t('list.events')}</th>
          <th scope="col">{t('list.created')}</th>
          <th scope="col">{t('list.last')}</th>
        </tr>
      </thead>
      <tbody>
        {items.map((item) => (
          <Row key={item.id} item={item} />
        ))}
      </tbody>
    </table>
  );
}

function Row({ item }: { item: AuditedNdaView }) {
  const { t, i18n } = useTranslation('replay');
  const { t: tAdmin } = useTranslation('admin');
  const from = useLocation();
  const { id, ideaTitle, party1Name, party2Name, status, erasedAt, legalHold, untrustedSince } = item;
  const closed = useClosedWords()(untrustedSince);
  const { language } = i18n;
  return (
    <tr>
      <td className="nda-idea">
        <Link
          to={ndaAddress(id)}
          state={placeOf(from)}
          dir="auto"
          className={ideaTitle === null ? 'text-mono' : undefined}
        >
          {ideaTitle ?? id}
        </Link>
      </td>
      <td data-label={t('list.parties')}>
        {party1Name === null || party2Name === null ? (
          <span className="text-note">
            {erasedAt === null
              ? t('list.unreadable')
              : t('list.erasedAt', { at: formatShortDate(erasedAt, language) })}
          </span>
        ) : (
          <span className="nda-party">
            <bdi>{party1Name}</bdi>
            <bdi>{party2Name}</bdi>
          </span>
        )}
      </td>
      <td data-label={t('list.status')}>
        {erasedAt === null ? (
          <Status tone={TONES[status]} label={tAdmin(`ndas.statuses.${status}`)} />
        ) : (
          <Status tone="bad" label={t('list.erased')} />
        )}
        {legalHold !== null && <p className="text-note">{t('list.held')}</p>}
        {closed !== undefined && <p className="text-note">{closed}</p>}
      </td>
      <td className="text-figures" data-label={t('list.events')}>
        {formatCount(item.events, language)}
      </td>
      <td className="text-figures" data-label={t('list.created')}>
        {formatShortMoment(item.createdAt, language)}
      </td>
      <td className="text-figures" data-label={t('list.last')}>
        {formatShortMoment(item.lastAt, language)}
      </td>
    </tr>
  );
}
