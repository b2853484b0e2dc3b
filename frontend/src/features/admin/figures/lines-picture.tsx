import { type ComponentType, lazy, Suspense, useEffect, useMemo, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { toasts } from '../../../components/toast-store.js';
import { formatAxisDay } from '../../../lib/format-figures.js';
import { LINE_ATTRIBUTE, useChartTheme } from './chart-theme.js';
import { type Lines, spread } from './lines.js';
import type { LineChartProps, LineEnds } from './line-chart.js';
import { useStepNames } from './step-names.js';

type PictureProps = LineChartProps & { readonly onMissing: () => void };

/**
 * The chart. Only the dashboard loads the chart's script. If the script cannot be loaded, the table replaces
 * the chart.
 */
const Picture = lazy<ComponentType<PictureProps>>(() =>
  import('./line-chart.js').then(
    ({ LineChart }) => ({ default: LineChart }),
    () => ({ default: Missing }),
  ),
);

function Missing({ onMissing }: PictureProps) {
  useEffect(onMissing, [onMissing]);
  return null;
}

/** Least distance in pixels between the centres of two labels. With larger fonts it grows. */
const GAP = 18;
const GAP_PER_FONT_SIZE = 1.25;

export interface LinesPictureProps {
  readonly lines: Lines;
  readonly sentence: string;
  readonly onMissing: () => void;
}

/**
 * The chart, with a label at the end of each line. Labels are HTML, so that they grow with the reader's font
 * size.
 */
export function LinesPicture({ lines: { days, lines }, sentence, onMissing }: LinesPictureProps) {
  const { i18n } = useTranslation();
  const names = useStepNames();
  const frame = useRef<HTMLDivElement>(null);
  const probe = useRef<HTMLSpanElement>(null);
  const theme = useChartTheme(frame, probe);
  const [ends, setEnds] = useState<LineEnds>();
  // The toast region is fetched only after the chart is drawn.
  useEffect(() => {
    if (ends !== undefined) toasts.expect();
  }, [ends]);
  const axis = useMemo(() => days.map((day) => formatAxisDay(day, i18n.language)), [days, i18n.language]);
  const gap = Math.max(GAP, (theme?.fontSize ?? 0) * GAP_PER_FONT_SIZE);
  const positions = ends && spread(ends.ends, ends.height, gap);
  return (
    <div className="lines-frame" ref={frame}>
      <span className="lines-probe" ref={probe} aria-hidden="true" />
      <div className="lines-canvas">
        {theme !== undefined && (
          <Suspense fallback={null}>
            <Picture
              lines={lines}
              days={axis}
              names={names}
              theme={theme}
              sentence={sentence}
              onEnds={setEnds}
              onMissing={onMissing}
            />
          </Suspense>
        )}
      </div>
      <ul className="lines-ends" aria-hidden="true">
        {lines.map(({ type }, index) => (
          <li
            key={type}
            {...{ [LINE_ATTRIBUTE]: type }}
            hidden={positions === undefined}
            style={{ top: `${positions?.[index] ?? 0}px` }}
          >
            {names[type]}
          </li>
        ))}
      </ul>
    </div>
  );
}
