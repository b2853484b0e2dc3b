import { useTranslation } from 'react-i18next';
import { classNames } from '../../../lib/class-names.js';
import { formatShortDay } from '../../../lib/format-figures.js';
import { Loaded } from '../page/loaded.js';
import { ExportButton } from './export-button.js';
import { type RangeSummary, useSummary } from './figures.js';
import { countsOf } from './funnel.js';
import { FunnelDrawing } from './funnel-drawing.js';
import { LinesOverTime } from './lines-section.js';
import { PageViews } from './page-views.js';
import type { ChosenRange } from './range.js';

/** Funnel, lines and page views of the range; each heading says of which. */
export function RangeFigures({ chosen }: { chosen: ChosenRange }) {
  const { t } = useTranslation('admin');
  const query = useSummary(chosen.range);
  return (
    <Loaded query={query} failed={t('range.failed')} lines={['full', 'most', 'full', 'most', 'full', 'half']}>
      {(summary) => (
        <div className={classNames('range-figures', query.isPlaceholderData && 'is-late')}>
          <Funnel summary={summary} />
          <Course summary={summary} isLate={query.isPlaceholderData} />
        </div>
      )}
    </Loaded>
  );
}

function useRangeWords({ range }: RangeSummary): string {
  const { t, i18n } = useTranslation('admin');
  const day = (date: string) => formatShortDay(date, i18n.language);
  const { startDate, endDate } = range;
  return startDate === endDate
    ? t('range.onDay', { day: day(startDate) })
    : t('range.span', { from: day(startDate), to: day(endDate) });
}

function Funnel({ summary }: { summary: RangeSummary }) {
  const { t } = useTranslation('admin');
  const words = useRangeWords(summary);
  return (
    <section aria-labelledby="funnel">
      <div className="admin-block-header">
        <h2 id="funnel">
          {t('funnel.title')} <span className="text-note">{words}</span>
        </h2>
      </div>
      <FunnelDrawing counts={countsOf(summary.funnelMetrics)} />
    </section>
  );
}

function Course({ summary, isLate }: { summary: RangeSummary; isLate: boolean }) {
  const { t } = useTranslation('admin');
  const words = useRangeWords(summary);
  return (
    <section aria-labelledby="course">
      <div className="admin-block-header">
        <h2 id="course">
          {t('lines.title')} <span className="text-note">{words}</span>
        </h2>
        <ExportButton summary={summary} isLate={isLate} />
      </div>
      <LinesOverTime summary={summary} />
      <h3 className="page-views-title">
        {t('views.title')} <span className="text-note">{words}</span>
      </h3>
      <PageViews summary={summary} />
    </section>
  );
}
