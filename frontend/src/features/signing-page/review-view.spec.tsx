import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { renderWithProviders } from '../../testing/render.js';
import { startTexts } from '../../testing/texts.js';
import { ReviewView } from './review-view.js';
import { freshBrowser, split } from './testing/open-link.js';

beforeEach(freshBrowser);

it.each([
  [
    'de',
    'Das dauert länger als üblich. Bevor Sie noch einmal bezahlen, sehen wir nach.',
    'Weiter zur Zahlung',
  ],
  ['en', 'This is taking longer than usual. Before you pay again, we check.', 'Continue to payment'],
] as const)(
  'does not promise a message about a late payment, and leads to paying again: %s',
  async (language, words, way) => {
    await startTexts(language, ['remote']);
    const onPay = jest.fn();
    renderWithProviders(
      <ReviewView
        link={split}
        share="confirming"
        shareLate
        follows={false}
        notice={null}
        over={false}
        onPay={onPay}
        onSign={() => {}}
      />,
    );
    expect(screen.getByText(words).closest('[role="status"]')).not.toBeNull();
    const again = screen.getByRole('button', { name: way });
    await userEvent.click(again);
    expect(onPay).toHaveBeenCalledTimes(1);
  },
);
