import { screen } from '@testing-library/react';
import { renderWithProviders } from '../../../testing/render.js';
import { startTexts } from '../../../testing/texts.js';
import { quietBrowser } from '../testing/admin-server.js';
import { LinesOverTime } from './lines-section.js';

// The script fails to load if the connection is lost or if a new version has been deployed.
jest.mock('./line-chart.js', () => {
  throw new TypeError('failed to fetch a script');
});

it('if the script of the chart cannot be loaded, opens the table and says why', async () => {
  await startTexts('en', ['admin']);
  quietBrowser();
  const range = { startDate: '2026-11-24', endDate: '2026-11-26' };
  const summary = { range, totalPageViews: 0, pageViewsByPage: [], funnelMetrics: [], daily: [] };
  renderWithProviders(<LinesOverTime summary={summary} />);
  expect(
    await screen.findByText('The chart cannot be loaded right now. The figures are in the table.'),
  ).toBeVisible();
  expect(screen.getByRole('table')).toBeVisible();
  expect(screen.queryByRole('img')).not.toBeInTheDocument();
});
