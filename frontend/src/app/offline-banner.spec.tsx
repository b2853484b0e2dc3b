import { act, render, screen } from '@testing-library/react';
import { startTexts } from '../testing/texts.js';
import { OfflineBanner } from './offline-banner.js';

beforeAll(() => startTexts('en'));

it('says that there is no connection, as long as there is none', () => {
  const online = jest.spyOn(navigator, 'onLine', 'get').mockReturnValue(true);
  const now = (is: boolean) => {
    online.mockReturnValue(is);
    act(() => void window.dispatchEvent(new Event(is ? 'online' : 'offline')));
  };
  render(<OfflineBanner />);
  expect(screen.getByRole('status')).toBeEmptyDOMElement();
  now(false);
  expect(screen.getByRole('status')).toHaveTextContent('No connection.');
  now(true);
  expect(screen.getByRole('status')).toBeEmptyDOMElement();
});
