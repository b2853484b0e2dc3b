import { QueryClientProvider } from '@tanstack/react-query';
import { type RenderResult, render } from '@testing-library/react';
import type { ReactElement } from 'react';
import { MemoryRouter } from 'react-router-dom';
import { sampleSite } from '@siegel/contracts/testing/sample-site';
import type { SiteView } from '@siegel/contracts/site';
import { createQueryClient } from '../lib/query-client.js';
import { SiteProvider } from '../lib/site.js';

/** Renders one element within the application's providers. `again` renders it with other properties. */
export function renderWithProviders(
  element: ReactElement,
  path = '/',
  site: Partial<SiteView> = {},
): RenderResult & { again: (element: ReactElement) => void } {
  const client = createQueryClient();
  const provided = (inner: ReactElement) => (
    <SiteProvider value={{ ...sampleSite, ...site }}>
      <QueryClientProvider client={client}>
        <MemoryRouter initialEntries={[path]}>{inner}</MemoryRouter>
      </QueryClientProvider>
    </SiteProvider>
  );
  const result = render(provided(element));
  return { ...result, again: (other) => result.rerender(provided(other)) };
}
