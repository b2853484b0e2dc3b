import type { FunnelEventType } from '@siegel/contracts/enums';
import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { ChartOptions } from 'chart.js';
import { Chart } from 'chart.js';
import { renderWithProviders } from '../../../testing/render.js';
import { startTexts } from '../../../testing/texts.js';
import { quietBrowser } from '../testing/admin-server.js';
import { LinesOverTime } from './lines-section.js';

interface Drawn {
  readonly data: { readonly datasets: readonly { readonly label: string; readonly borderDash: number[] }[] };
  readonly options: ChartOptions<'line'>;
  readonly 'aria-label': string;
}
let drawn: Drawn | undefined;
jest.mock('react-chartjs-2', () => ({
  Chart: (props: Drawn) => {
    drawn = props;
    return <canvas role="img" aria-label={props['aria-label']} />;
  },
}));

const day = (date: string, eventType: FunnelEventType, count: number) => ({ date, eventType, count });
const SUMMARY = {
  range: { startDate: '2026-11-24', endDate: '2026-11-26' },
  totalPageViews: 0,
  pageViewsByPage: [],
  funnelMetrics: [],
  daily: [day('2026-11-24', 'view', 1200), day('2026-11-25', 'view', 3), day('2026-11-26', 'paid', 2)],
};
const open = () => renderWithProviders(<LinesOverTime summary={SUMMARY} />);
const table = () => screen.getByText('Als Tabelle').closest('details') as HTMLDetailsElement;

beforeAll(() => startTexts('de', ['admin']));
beforeEach(() => {
  drawn = undefined;
  quietBrowser();
});

it('names the first, last and highest value of each line in one sentence', async () => {
  open();
  expect(
    await screen.findByRole('img', {
      name: 'Verlauf je Tag, 24.11.2026 bis 26.11.2026. Aufrufe: zuerst 1.200, zuletzt 0, höchstens 1.200; Erstellt: zuerst 0, zuletzt 0, höchstens 0; Unterschrieben: zuerst 0, zuletzt 0, höchstens 0; Bezahlt: zuerst 0, zuletzt 2, höchstens 2.',
    }),
  ).toBeInTheDocument();
});

it('draws without animation, with only the parts that lines need, and with different dashes', async () => {
  open();
  await screen.findByRole('img');
  const { controllers, elements, plugins, scales } = Chart.registry as unknown as Record<
    string,
    { items: object }
  >;
  const parts = [controllers, elements, plugins, scales].flatMap((registry) =>
    Object.keys(registry?.items ?? {}),
  );
  expect(parts.sort()).toEqual(['category', 'line', 'line', 'linear', 'point', 'tooltip']);
  expect(drawn?.options).toMatchObject({ animation: false });
  const dashes = drawn?.data.datasets.map(({ borderDash }) => borderDash.join(' '));
  expect(new Set(dashes).size).toBe(4);
  expect(drawn?.data.datasets.map(({ label }) => label)).toEqual([
    'Aufrufe',
    'Erstellt',
    'Unterschrieben',
    'Bezahlt',
  ]);
});

it('shows the same figures in a table, which can be unfolded', async () => {
  open();
  expect(table()).not.toHaveAttribute('open');
  await userEvent.click(screen.getByText('Als Tabelle'));
  const rows = within(table())
    .getAllByRole('row')
    .map((row) => [...row.children].map((cell) => cell.textContent));
  expect(rows).toEqual([
    ['Tag', 'Aufrufe', 'Erstellt', 'Unterschrieben', 'Bezahlt'],
    ['24.11.2026', '1.200', '0', '0', '0'],
    ['25.11.2026', '3', '0', '0', '0'],
    ['26.11.2026', '0', '0', '0', '2'],
  ]);
});

it('opens the table if the system forces its colours', () => {
  quietBrowser((query) => query.includes('forced-colors'));
  open();
  expect(table()).toHaveAttribute('open');
});
