import { chartThemeOf, watchChartTheme } from './chart-theme.js';

function frame(): HTMLElement {
  document.body.innerHTML = `<div style="color: rgb(1, 2, 3); border-top-color: rgb(4, 5, 6); font-size: 28px; font-family: Sans">
    <li data-line="view" style="color: rgb(7, 8, 9)"></li>
    <li data-line="created" style="color: rgb(10, 11, 12)"></li>
    <li data-line="signed"></li>
    <li data-line="paid" style="color: rgb(13, 14, 15)"></li>
  </div>`;
  return document.body.firstElementChild as HTMLElement;
}

it('reads the font size, and the colours of labels, text and grid, as the browser shows them', () => {
  document.body.style.backgroundColor = 'rgb(16, 17, 18)';
  expect(chartThemeOf(frame())).toEqual({
    lines: {
      view: 'rgb(7, 8, 9)',
      created: 'rgb(10, 11, 12)',
      signed: 'rgb(1, 2, 3)',
      paid: 'rgb(13, 14, 15)',
    },
    text: 'rgb(1, 2, 3)',
    grid: 'rgb(4, 5, 6)',
    paper: 'rgb(16, 17, 18)',
    fontSize: 28,
    fontFamily: 'Sans',
  });
});

it('is read again if the colour scheme, forced colours, theme or font size changes', async () => {
  const media = new Map<string, () => void>();
  const sizes: (() => void)[] = [];
  class Sizes {
    constructor(onChange: () => void) {
      sizes.push(onChange);
    }
    observe(): void {}
    disconnect(): void {
      sizes.length = 0;
    }
  }
  Object.assign(globalThis, { ResizeObserver: Sizes });
  Object.assign(window, {
    matchMedia: (query: string) => ({
      addEventListener: (_: string, listener: () => void) => media.set(query, listener),
      removeEventListener: () => media.delete(query),
    }),
  });
  const onChange = jest.fn();
  const stop = watchChartTheme(frame(), onChange);
  for (const notify of [...media.values(), ...sizes]) notify();
  expect([...media.keys()]).toEqual(['(prefers-color-scheme: dark)', '(forced-colors: active)']);
  expect(onChange).toHaveBeenCalledTimes(3);
  document.documentElement.setAttribute('data-theme', 'dark');
  await Promise.resolve();
  expect(onChange).toHaveBeenCalledTimes(4);
  stop();
  expect([media.size, sizes.length]).toEqual([0, 0]);
});
