import { act, cleanup, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { reloadPage } from '../lib/leave.js';
import { useUnsaved } from '../lib/unsaved.js';
import { startTexts } from '../testing/texts.js';
import { renewOldTabs } from './old-tab.js';
import { OldTabNotice } from './old-tab-notice.js';

jest.mock('../lib/leave.js');

const served = jest.fn<Promise<{ ok: boolean }>, [string, RequestInit]>();
const missing = () => act(async () => void window.dispatchEvent(new Event('vite:preloadError')));
const online = (is: boolean) => jest.spyOn(navigator, 'onLine', 'get').mockReturnValue(is);

function Drawing() {
  useUnsaved('the signature');
  return null;
}

beforeAll(async () => {
  await startTexts('en');
  renewOldTabs();
});
beforeEach(() => {
  sessionStorage.clear();
  online(true);
  jest.mocked(reloadPage).mockClear();
  served.mockReset().mockResolvedValue({ ok: true });
  Object.assign(globalThis, { fetch: served });
});

it('reloads itself if nothing would be lost', async () => {
  await missing();
  await waitFor(() => expect(reloadPage).toHaveBeenCalledTimes(1));
  expect(served.mock.calls).toEqual([[window.location.href, { method: 'HEAD', cache: 'no-store' }]]);
});

it.each([
  ['there is no connection', () => online(false)],
  ['the service is away', () => served.mockResolvedValue({ ok: false })],
  ['no answer comes', () => served.mockRejectedValue(new Error('gone'))],
])('stays as it is if %s', async (_, when) => {
  when();
  render(<OldTabNotice />);
  await missing();
  expect(reloadPage).not.toHaveBeenCalled();
  expect(screen.queryByRole('alert')).toBeNull();
});

it('if a reload would lose something, asks for the reload and says what it would lose', async () => {
  render(
    <>
      <OldTabNotice />
      <Drawing />
    </>,
  );
  await missing();
  expect(await screen.findByRole('alert')).toHaveTextContent('Reloading loses: the signature.');
  expect(reloadPage).not.toHaveBeenCalled();
  await userEvent.click(screen.getByRole('button', { name: 'Reload' }));
  expect(reloadPage).toHaveBeenCalledTimes(1);
  cleanup();
});

it('never reloads itself on a page with a token, and stores nothing there', async () => {
  document.documentElement.toggleAttribute('data-token', true);
  render(<OldTabNotice />);
  await missing();
  document.documentElement.removeAttribute('data-token');
  expect(await screen.findByRole('alert')).toHaveTextContent('There is a new version of this page.');
  expect(reloadPage).not.toHaveBeenCalled();
  expect(sessionStorage).toHaveLength(0);
});

it('does not reload itself repeatedly', async () => {
  render(<OldTabNotice />);
  await missing();
  await missing();
  expect(await screen.findByRole('alert')).toHaveTextContent('There is a new version of this page.');
  expect(reloadPage).toHaveBeenCalledTimes(1);
});
