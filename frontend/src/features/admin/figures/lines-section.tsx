import { useTranslation } from 'react-i18next';
import { useMemo, useState } from 'react';
import { formatCount, formatShortDay } from '../../../lib/format-figures.js';
import type { RangeSummary } from './figures.js';
import { useForcedColours } from './chart-theme.js';
import { scrollable } from '../../nda/scrollable.js';
import { linesOf, type Lines, summaryOf } from './lines.js';
import { LinesPicture } from './lines-picture.js';
import { useStepNames } from './step-names.js';

/** The funnel over time: as a chart, as one sentence for screen readers, and as a table. */
export function LinesOverTime({ summary }: { summary: RangeSummary }) {
  const { t } = useTranslation('admin');
  const { range, daily } = summary;
  const lines = useMemo(() => linesOf(range, daily), [range, daily]);
  const [isMissing, setMissing] = useState(false);
  const sentence = useSentence(lines);
  const isForced = useForcedColours();
  const [isOpened, setOpened] = useState<boolean>();
  const isOpen = isOpened ?? (isForced || isMissing);
  return (
    <>
      {isMissing ? (
        <p className="text-soft">{t('lines.missing')}</p>
      ) : (
        <LinesPicture lines={lines} sentence={sentence} onMissing={() => setMissing(true)} />
      )}
      <details
        className="fold"
        open={isOpen}
        onToggle={({ currentTarget }) => {
          if (currentTarget.open !== isOpen) setOpened(currentTarget.open);
        }}
      >
        <summary>{t('lines.table')}</summary>
        {isOpen && <LinesTable lines={lines} />}
      </details>
    </>
  );
}

/** Returns one sentence with the first, last and highest value of each line. */
function useSentence({ days, lines }: Lines): string {
  const { t, i18n } = useTranslation('admin');
  const names = useStepNames();
  const day = (at: string | undefined) => (at === undefined ? '' : formatShortDay(at, i18n.language));
  const count = (value: number) => formatCount(value, i18n.language);
  const values = lines.map((line) => {
    const { first, last, highest } = summaryOf(line);
    return t('lines.line', {
      name: names[line.type],
      first: count(first),
      last: count(last),
      highest: count(highest),
    });
  });
  return t('lines.sentence', { from: day(days[0]), to: day(days.at(-1)), lines: values.join('; ') });
}

function LinesTable({ lines: { days, lines } }: { lines: Lines }) {
  const { t, i18n } = useTranslation('admin');
  const names = useStepNames();
  return (
    <div className="lines-table" role="region" aria-label={t('lines.table')} ref={scrollable}>
      <table>
        <thead>
          <tr>
            <th scope="col">{t('lines.day')}</th>
            {lines.map(({ type }) => (
              <th key={type} scope="col">
                {names[type]}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {days.map((day, at) => (
            <tr key={day}>
              <th scope="row">{formatShortDay(day, i18n.language)}</th>
              {lines.map(({ type, counts }) => (
                <td key={type}>{formatCount(counts[at] ?? 0, i18n.language)}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
