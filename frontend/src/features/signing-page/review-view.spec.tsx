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
    'Das dauert länger als üblich. Sie können die Seite schließen, der Link gilt weiter: Sobald die Zahlung bestätigt ist, können Sie unterschreiben. Kommt sie nicht zustande, können Sie hier noch einmal bezahlen; vorher sehen wir nach, ob sie angekommen ist.',
    'Weiter zur Zahlung',
  ],
  [
    'en',
    'This is taking longer than usual. You can close this page, the link stays valid: once the payment is confirmed, you can sign. If it does not go through, you can pay again here; first we check whether it has arrived.',
    'Continue to payment',
  ],
] as const)(
  'promises no word of a payment that is late, and leads to pay again: %s',
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
    // The next thing is to wait.
    expect(again).not.toHaveClass('button-primary');
    await userEvent.click(again);
    expect(onPay).toHaveBeenCalledTimes(1);
  },
);
