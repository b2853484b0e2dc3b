import { QueryClientProvider } from '@tanstack/react-query';
import { type RenderResult, render } from '@testing-library/react';
import type { ReactElement } from 'react';
import { MemoryRouter } from 'react-router-dom';
import { createQueryClient } from '../lib/query-client.js';

/** The app's providers around one element; `again` renders it with other properties. */
export function renderWithProviders(
  element: ReactElement,
  path = '/',
): RenderResult & { again: (element: ReactElement) => void } {
  const client = createQueryClient();
  const provided = (inner: ReactElement) => (
    <QueryClientProvider client={client}>
      <MemoryRouter initialEntries={[path]}>{inner}</MemoryRouter>
    </QueryClientProvider>
  );
  const result = render(provided(element));
  return { ...result, again: (other) => result.rerender(provided(other)) };
}
