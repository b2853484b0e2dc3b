import { FUNNEL_EVENT_TYPES, type FunnelEventType } from '@siegel/contracts/enums';
import { type RefObject, useCallback, useEffect, useState } from 'react';

/** What a picture has to be told, which a style sheet tells everything else. Colours as CSS writes them. */
export interface ChartLook {
  readonly lines: Readonly<Record<FunnelEventType, string>>;
  readonly text: string;
  readonly grid: string;
  readonly paper: string;
  /** Pixels. */
  readonly fontSize: number;
  readonly fontFamily: string;
}

/** The label of each line, by which its colour is read: as the browser shows it, also in colours of the system. */
export const LINE_ATTRIBUTE = 'data-line';

/** @param frame with the labels in it; its border is drawn as the grid is to be */
export function lookOf(frame: HTMLElement): ChartLook {
  const style = getComputedStyle(frame);
  const colourOf = (type: FunnelEventType): string => {
    const label = frame.querySelector(`[${LINE_ATTRIBUTE}="${type}"]`);
    return label === null ? style.color : getComputedStyle(label).color;
  };
  return {
    lines: Object.fromEntries(FUNNEL_EVENT_TYPES.map((type) => [type, colourOf(type)])) as ChartLook['lines'],
    text: style.color,
    grid: style.borderTopColor,
    paper: getComputedStyle(document.body).backgroundColor,
    fontSize: Number.parseFloat(style.fontSize),
    fontFamily: style.fontFamily,
  };
}

/** What changes the colours of the page, and with them the picture's. */
const MEDIA = ['(prefers-color-scheme: dark)', '(forced-colors: active)'];

/** Calls back when scheme, colours of the system or the size of letters change. @returns stops it */
export function watchLook(probe: Element, onChange: () => void): () => void {
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
 * The look of the picture, read again whenever it may have changed; undefined before it was first read.
 * @param probe as large as a letter
 */
export function useChartLook(
  frame: RefObject<HTMLElement | null>,
  probe: RefObject<HTMLElement | null>,
): ChartLook | undefined {
  const [look, setLook] = useState<ChartLook>();
  const read = useCallback(() => {
    if (frame.current === null) return;
    const next = lookOf(frame.current);
    setLook((before) => (JSON.stringify(before) === JSON.stringify(next) ? before : next));
  }, [frame]);
  useEffect(
    // Whoever watches a size is told of it at once: so it is read for the first time, too.
    () => (probe.current === null ? undefined : watchLook(probe.current, read)),
    [read, probe],
  );
  return look;
}

/** Whether the system chooses the colours, now and later. */
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
