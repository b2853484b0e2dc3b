import type { FunnelEventType } from '@siegel/contracts/enums';
import {
  CategoryScale,
  Chart as Charts,
  type ChartDataset,
  type ChartOptions,
  LinearScale,
  LineController,
  LineElement,
  type Plugin,
  PointElement,
  Tooltip,
} from 'chart.js';
import { useMemo } from 'react';
import { Chart } from 'react-chartjs-2';
import type { ChartTheme } from './chart-theme.js';
import type { Line } from './lines.js';

// Register only the six parts that lines need. With all parts the library would be a third larger.
Charts.register(LineController, LineElement, PointElement, CategoryScale, LinearScale, Tooltip);

/**
 * The vertical position at which each line ends, in pixels from the top, and the height of the chart in
 * pixels.
 */
export interface LineEnds {
  readonly ends: readonly number[];
  readonly height: number;
}

export interface LineChartProps {
  readonly lines: readonly Line[];
  /** Labels below the lines, one for each day. */
  readonly days: readonly string[];
  readonly names: Readonly<Record<FunnelEventType, string>>;
  readonly theme: ChartTheme;
  /** Accessible name, which says what the chart shows. */
  readonly sentence: string;
  /** Called whenever the ends of the lines may have moved. Pass the same function in every render. */
  readonly onEnds: (ends: LineEnds) => void;
}

/** Lengths of dashes and gaps in pixels. They tell the lines apart without colours. */
export const DASHES: Readonly<Record<FunnelEventType, readonly number[]>> = {
  view: [6, 4],
  created: [],
  signed: [12, 3, 2, 3],
  paid: [2, 3],
};

const datasetOf = (
  { type, counts }: Line,
  theme: ChartTheme,
  names: LineChartProps['names'],
): ChartDataset<'line', number[]> => ({
  label: names[type],
  data: [...counts],
  borderColor: theme.lines[type],
  backgroundColor: theme.lines[type],
  borderDash: [...DASHES[type]],
  borderWidth: 2,
  // A single day makes no line, so it gets a point.
  pointRadius: counts.length === 1 ? 4 : 0,
  pointHitRadius: 12,
});

function optionsOf({ text, grid, paper, fontSize, fontFamily }: ChartTheme): ChartOptions<'line'> {
  const font = { size: fontSize, family: fontFamily };
  const ticks = { color: text, font };
  return {
    animation: false,
    responsive: true,
    maintainAspectRatio: false,
    interaction: { mode: 'index', intersect: false },
    layout: { padding: { top: fontSize / 2, right: 2 } },
    scales: {
      x: {
        grid: { display: false },
        border: { color: grid },
        ticks: { ...ticks, maxRotation: 0, autoSkipPadding: fontSize },
      },
      y: {
        beginAtZero: true,
        suggestedMax: 4,
        grid: { color: grid },
        border: { display: false },
        ticks: { ...ticks, precision: 0, maxTicksLimit: 6 },
      },
    },
    plugins: {
      tooltip: {
        backgroundColor: text,
        titleColor: paper,
        bodyColor: paper,
        titleFont: font,
        bodyFont: font,
        displayColors: false,
        cornerRadius: 3,
      },
    },
  };
}

/** Draws only the chart. The page also shows the figures of the chart in words and as a table. */
export function LineChart({ lines, days, theme, names, sentence, onEnds }: LineChartProps) {
  const data = useMemo(
    () => ({ labels: [...days], datasets: lines.map((line) => datasetOf(line, theme, names)) }),
    [lines, days, theme, names],
  );
  const options = useMemo(() => optionsOf(theme), [theme]);
  const plugins = useMemo(() => [reportEnds(onEnds)], [onEnds]);
  return <Chart type="line" data={data} options={options} plugins={plugins} aria-label={sentence} />;
}

const reportEnds = (onEnds: LineChartProps['onEnds']): Plugin<'line'> => ({
  id: 'ends',
  afterUpdate: ({ data, scales, height }) => {
    const endOf = (values: readonly unknown[]) =>
      scales['y']?.getPixelForValue(Number(values.at(-1) ?? 0)) ?? 0;
    onEnds({ ends: data.datasets.map((set) => endOf(set.data)), height });
  },
});
