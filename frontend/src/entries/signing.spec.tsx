import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { sampleRemote } from '@siegel/contracts/testing/sample-remote';
import { sampleSite } from '@siegel/contracts/testing/sample-site';
import { act, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { changeTo } from '../app/follow-language.js';
import { startApplication } from '../app/start-application.js';
import { freshBrowser, GET, server, TOKEN } from '../features/signing-page/testing/open-link.js';
import SigningPage from '../features/signing-page/signing-page.js';
import { countPageView } from '../lib/counting.js';

jest.mock('../lib/leave.js');
/** The tests read texts from the disk. */
const files = Object.fromEntries(
  ['de', 'en'].flatMap((language) =>
    ['common', 'signing-page', 'remote', 'remote-later', 'signing'].map((name) => {
      const path = `../locales/${language}/${name}.json`;
      return [path, async () => ({ default: JSON.parse(readFileSync(join(__dirname, path), 'utf8')) })];
    }),
  ),
);

/** Does the same as the entry. The entry itself cannot run here, because it uses top-level `await`. */
async function enter(): Promise<void> {
  document.documentElement.lang = 'en';
  document.documentElement.setAttribute('data-token', '');
  document.documentElement.setAttribute('data-analytics', 'memory');
  document.body.innerHTML = '<div id="root"></div><script id="site" type="application/json"></script>';
  document.getElementById('site')?.append(JSON.stringify(sampleSite));
  countPageView('other');
  await act(() => startApplication(<SigningPage token={TOKEN} damaged={false} />, files, ['signing-page']));
}
const stored = () => [Object.keys(localStorage), Object.keys(sessionStorage)];

it('stores nothing: neither on start, nor in another language, nor after a deployment', async () => {
  freshBrowser();
  server({ [GET]: [200, sampleRemote], [`HEAD ${window.location.href}`]: [200] });
  await enter();
  await screen.findByRole('heading', { level: 1, name: /asks you to keep a secret/ });
  await userEvent.click(document.body);
  await act(() => changeTo('de'));
  await act(async () => void window.dispatchEvent(new Event('vite:preloadError')));
  expect(await screen.findByRole('alert')).toHaveTextContent('Diese Seite gibt es in einer neuen Fassung.');
  expect(stored()).toEqual([[], []]);
});
