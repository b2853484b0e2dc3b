import type { Page, ReadingView } from '@siegel/contracts/admin/views';
import { READING_PAGE_SIZE } from '@siegel/contracts/limits';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Pager } from '../../../components/pager.js';
import { api } from '../../../lib/api.js';
import { formatShortMoment } from '../../../lib/format-figures.js';
import { useLastPage } from '../lists/pages.js';
import { Loaded } from '../page/loaded.js';

/** How many characters of a session's hash the screen shows. They suffice to tell sessions apart. */
const SESSION_SHOWN = 8;

/**
 * Shows who has read personal data of this NDA, newest reading first (rule:readings-are-recorded). The
 * readings are fetched when the section is unfolded.
 */
export function Readings({ id }: { id: string }) {
  const { t } = useTranslation('admin');
  const [isOpen, setOpen] = useState(false);
  return (
    <details className="fold readings" onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary>{t('readings.title')}</summary>
      {isOpen && <ReadingTable id={id} />}
    </details>
  );
}

function ReadingTable({ id }: { id: string }) {
  const { t, i18n } = useTranslation('admin');
  const [page, setPage] = useState(1);
  const address = `/api/audit/ndas/${encodeURIComponent(id)}/readings?page=${page}`;
  const query = useQuery({
    queryKey: [address],
    queryFn: ({ signal }) => api.get<Page<ReadingView>>(address, { signal }),
    placeholderData: keepPreviousData,
    refetchOnMount: 'always',
  });
  useLastPage(query.data, page, setPage);
  return (
    <Loaded query={query} failed={t('readings.failed')} lines={['full', 'full', 'full']}>
      {({ items, total }) =>
        total === 0 ? (
          <p className="text-soft">{t('readings.none')}</p>
        ) : (
          <>
            <table className="data-table readings-table">
              <thead>
                <tr>
                  <th scope="col">{t('readings.at')}</th>
                  <th scope="col">{t('readings.who')}</th>
                  <th scope="col">{t('readings.what')}</th>
                  <th scope="col">{t('readings.session')}</th>
                </tr>
              </thead>
              <tbody>
                {items.map(({ at, role, what, session }) => (
                  <tr key={`${at} ${session} ${what}`}>
                    <td className="text-figures" data-label={t('readings.at')}>
                      {formatShortMoment(at, i18n.language)}
                    </td>
                    <td data-label={t('readings.who')}>{t(`readings.roles.${role}`)}</td>
                    <td data-label={t('readings.what')}>{t(`readings.kinds.${what}`)}</td>
                    <td className="text-mono" data-label={t('readings.session')}>
                      {session.slice(0, SESSION_SHOWN)}
                    </td>
                  </tr>
                ))}
              </tbody>
            </table>
            {total > READING_PAGE_SIZE && (
              <Pager page={page} pageSize={READING_PAGE_SIZE} total={total} onPage={setPage} />
            )}
          </>
        )
      }
    </Loaded>
  );
}
