import { screen, waitFor } from '@testing-library/react';
import { fakeServer } from '../../testing/fake-server.js';
import { renderWithProviders } from '../../testing/render.js';
import { startTexts } from '../../testing/texts.js';
import { CheckFailed } from './check-failed.js';
import type { Failure } from './verification-state.js';

beforeAll(() => startTexts('de', ['verification']));

const nothing = () => undefined;
const shown = (kind: Failure['kind'], operatorEmail: string | null) => {
  const calls = fakeServer({ 'GET /api/site': [200, { operatorEmail }] });
  renderWithProviders(
    <CheckFailed name="vereinbarung.pdf" failure={{ kind }} onRetry={nothing} onOther={nothing} />,
  );
  return calls;
};

describe('a check that failed on our side', () => {
  it('leads to the address of the operator', async () => {
    shown('failed', 'post@example.org');
    const link = await screen.findByRole('link', { name: 'Hilft das nicht, schreiben Sie uns.' });
    expect(link).toHaveAttribute('href', '/contact');
  });

  it('tells nobody to write where there is no address', async () => {
    const calls = shown('failed', null);
    await waitFor(() => expect(calls).toEqual(['GET /api/site']));
    expect(screen.getByText('Bitte versuchen Sie es noch einmal.')).toBeVisible();
    expect(document.body).not.toHaveTextContent('schreiben Sie uns');
  });
});

it('asks for no address where nobody is to be written to', () => {
  expect(shown('unreachable', 'post@example.org')).toEqual([]);
  expect(screen.queryByRole('link')).toBeNull();
});
