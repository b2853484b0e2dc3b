import { screen } from '@testing-library/react';
import { renderWithProviders } from '../../testing/render.js';
import { startTexts } from '../../testing/texts.js';
import { CheckFailed } from './check-failed.js';
import type { Failure } from './verification-state.js';

beforeAll(() => startTexts('de', ['verification']));

const nothing = () => undefined;
const shown = (kind: Failure['kind'], operatorEmail: string | null) =>
  renderWithProviders(
    <CheckFailed name="vereinbarung.pdf" failure={{ kind }} onRetry={nothing} onOther={nothing} />,
    '/verify',
    { operatorEmail },
  );

describe('a check that failed on our side', () => {
  it('links to the address of the operator', () => {
    shown('failed', 'post@example.org');
    const link = screen.getByRole('link', { name: 'Hilft das nicht, schreiben Sie uns.' });
    expect(link).toHaveAttribute('href', '/contact');
  });

  it('does not ask the user to write if there is no address', () => {
    shown('failed', null);
    expect(screen.getByText('Bitte versuchen Sie es noch einmal.')).toBeVisible();
    expect(document.body).not.toHaveTextContent('schreiben Sie uns');
  });
});

it('does not ask the user to write if the service cannot be reached', () => {
  shown('unreachable', 'post@example.org');
  expect(screen.queryByRole('link')).toBeNull();
});
