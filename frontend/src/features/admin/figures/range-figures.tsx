import { useTranslation } from 'react-i18next';
import { classNames } from '../../../lib/class-names.js';
import { formatShortDay } from '../../../lib/format-figures.js';
import { Block } from '../page/block.js';
import { Loaded } from '../page/loaded.js';
import { ExportButton } from './export-button.js';
import { type RangeSummary, useSummary } from './figures.js';
import { countsOf } from './funnel.js';
import { FunnelDrawing } from './funnel-drawing.js';
import { LinesOverTime } from './lines-section.js';
import { PageViews } from './page-views.js';
import type { ChosenRange } from './range.js';

/** Funnel, chart and page views of the range. Each heading names the days. */
export function RangeFigures({ chosen }: { chosen: ChosenRange }) {
  const { t } = useTranslation('admin');
  const query = useSummary(chosen.range);
  return (
    <Loaded query={query} failed={t('range.failed')} lines={['full', 'most', 'full', 'most', 'full', 'half']}>
      {(summary) => (
        <div className={classNames('range-figures', query.isPlaceholderData && 'is-late')}>
          <Funnel summary={summary} />
          <Trend summary={summary} isLate={query.isPlaceholderData} />
        </div>
      )}
    </Loaded>
  );
}

/** A heading that names the days of the range. */
function RangeTitle({ title, summary }: { title: string; summary: RangeSummary }) {
  const { t, i18n } = useTranslation('admin');
  const day = (date: string) => formatShortDay(date, i18n.language);
  const { startDate, endDate } = summary.range;
  return (
    <>
      {title}{' '}
      <span className="text-note">
        {startDate === endDate
          ? t('range.onDay', { day: day(startDate) })
          : t('range.span', { from: day(startDate), to: day(endDate) })}
      </span>
    </>
  );
}

function Funnel({ summary }: { summary: RangeSummary }) {
  const { t } = useTranslation('admin');
  return (
    <Block id="funnel" title={<RangeTitle title={t('funnel.title')} summary={summary} />}>
      <FunnelDrawing counts={countsOf(summary.funnelMetrics)} />
    </Block>
  );
}

function Trend({ summary, isLate }: { summary: RangeSummary; isLate: boolean }) {
  const { t } = useTranslation('admin');
  return (
    <Block
      id="course"
      title={<RangeTitle title={t('lines.title')} summary={summary} />}
      aside={<ExportButton summary={summary} isLate={isLate} />}
    >
      <LinesOverTime summary={summary} />
      <h3 className="page-views-title">
        <RangeTitle title={t('views.title')} summary={summary} />
      </h3>
      <PageViews summary={summary} />
    </Block>
  );
}
