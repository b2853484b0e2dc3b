import { FUNNEL_EVENT_TYPES, type FunnelEventType } from '@siegel/contracts/enums';
import { type RefObject, useCallback, useEffect, useState } from 'react';

/**
 * Colours and font of the chart. A canvas ignores style sheets, so the chart gets these values from a script.
 * Colours are in CSS notation.
 */
export interface ChartTheme {
  readonly lines: Readonly<Record<FunnelEventType, string>>;
  readonly text: string;
  readonly grid: string;
  readonly paper: string;
  /** Pixels. */
  readonly fontSize: number;
  readonly fontFamily: string;
}

/**
 * Attribute that marks a line's label. The label's colour is read from the browser and used for the line.
 * This works even if the system forces its own colours.
 */
export const LINE_ATTRIBUTE = 'data-line';

/**
 * Reads the chart's colours and font from the page.
 * @param frame the element that contains the labels; the grid has the colour of its border
 */
export function chartThemeOf(frame: HTMLElement): ChartTheme {
  const style = getComputedStyle(frame);
  const colourOf = (type: FunnelEventType): string => {
    const label = frame.querySelector(`[${LINE_ATTRIBUTE}="${type}"]`);
    return label === null ? style.color : getComputedStyle(label).color;
  };
  return {
    lines: Object.fromEntries(
      FUNNEL_EVENT_TYPES.map((type) => [type, colourOf(type)]),
    ) as ChartTheme['lines'],
    text: style.color,
    grid: style.borderTopColor,
    paper: getComputedStyle(document.body).backgroundColor,
    fontSize: Number.parseFloat(style.fontSize),
    fontFamily: style.fontFamily,
  };
}

/** Media queries that change the colours of the page and of the chart. */
const MEDIA = ['(prefers-color-scheme: dark)', '(forced-colors: active)'];

/**
 * Calls `onChange` when the colour scheme, forced colours, the theme or the font size changes.
 * @returns a function that stops watching
 */
export function watchChartTheme(probe: Element, onChange: () => void): () => void {
  const media = MEDIA.map((query) => window.matchMedia(query));
  for (const one of media) one.addEventListener('change', onChange);
  const theme = new MutationObserver(onChange);
  theme.observe(document.documentElement, { attributeFilter: ['data-theme', 'style'] });
  const size = new ResizeObserver(onChange);
  size.observe(probe);
  return () => {
    for (const one of media) one.removeEventListener('change', onChange);
    theme.disconnect();
    size.disconnect();
  };
}

/**
 * Returns the chart's colours and font, or undefined before they are first read. They are read again whenever
 * they may have changed.
 * @param probe an element that is as large as a letter
 */
export function useChartTheme(
  frame: RefObject<HTMLElement | null>,
  probe: RefObject<HTMLElement | null>,
): ChartTheme | undefined {
  const [theme, setTheme] = useState<ChartTheme>();
  const read = useCallback(() => {
    if (frame.current === null) return;
    const next = chartThemeOf(frame.current);
    setTheme((before) => (JSON.stringify(before) === JSON.stringify(next) ? before : next));
  }, [frame]);
  useEffect(
    // A `ResizeObserver` calls back as soon as it observes an element. That first call triggers the first
    // read.
    () => (probe.current === null ? undefined : watchChartTheme(probe.current, read)),
    [read, probe],
  );
  return theme;
}

/** True while the system forces its colours. */
export function useForcedColours(): boolean {
  const [isForced, setForced] = useState(() => window.matchMedia('(forced-colors: active)').matches);
  useEffect(() => {
    const media = window.matchMedia('(forced-colors: active)');
    const onChange = () => setForced(media.matches);
    media.addEventListener('change', onChange);
    return () => media.removeEventListener('change', onChange);
  }, []);
  return isForced;
}
