import type { AdminAnalyticsView } from '@siegel/contracts/analytics/views';
import { useTranslation } from 'react-i18next';
import { formatCents } from '../../../lib/format.js';
import { formatCount } from '../../../lib/format-figures.js';
import { Loaded } from '../page/loaded.js';
import { useTotals } from './figures.js';
import { STATUSES } from '../ndas/shown-status.js';

/** Shows the current totals. They do not depend on the range that the user chooses below. */
export function Totals() {
  const { t } = useTranslation('admin');
  const totals = useTotals();
  return (
    <section aria-labelledby="totals" className="totals">
      <h2 id="totals" className="totals-title">
        {t('totals.title')} <span className="text-note">{t('totals.note')}</span>
      </h2>
      <Loaded query={totals} failed={t('totals.failed')} lines={['full', 'half']}>
        {(data) => <Strip totals={data} />}
      </Loaded>
    </section>
  );
}

function Strip({ totals: { total, byStatus, payments } }: { totals: AdminAnalyticsView }) {
  const { t, i18n } = useTranslation('admin');
  const count = (value: number) => formatCount(value, i18n.language);
  const figures = [
    { name: t('totals.all'), value: count(total) },
    ...STATUSES.map((status) => ({ name: t(`totals.${status}`), value: count(byStatus[status]) })),
    { name: t('totals.paid'), value: count(payments.total) },
    { name: t('totals.pending'), value: count(payments.pending) },
    {
      name: t('totals.revenue'),
      value: formatCents(Math.round(payments.totalRevenue * 100), i18n.language),
    },
  ];
  return (
    <dl className="totals-strip">
      {figures.map(({ name, value }) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}
