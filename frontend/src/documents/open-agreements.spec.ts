import { waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { Language } from '@siegel/contracts/enums';
import type { OwnNdaView } from '@siegel/contracts/nda/view';
import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { I18nextProvider } from 'react-i18next';
import { OpenAgreements } from '../features/home/open-agreements.js';
import { listAgreements } from './open-agreements.js';
import { TEXTS } from './texts.js';

const root = document.documentElement;
const waiting: OwnNdaView = {
  id: '018f',
  ideaTitle: 'Anhänger',
  party2Name: 'Thomas Achterberg',
  status: 'party1_signed',
  signatureMode: 'remote',
  invitationStatus: 'sent',
  paymentStatus: 'succeeded',
  expiresAt: '2026-03-03T12:00:00Z',
  createdAt: '2026-02-20T12:00:00Z',
  untrustedSince: null,
};
const due = { ...waiting, status: 'completed', paymentStatus: 'none' } as const;
const done = { ...waiting, status: 'sent' } as const;
const many = (count: number) =>
  Array.from({ length: count }, (_, index) => ({ ...due, id: `${index}`, ideaTitle: `Idee ${index}` }));

const strip = () => document.querySelector<HTMLElement>('.open-agreements') as HTMLElement;
const rows = () => [...strip().querySelectorAll<HTMLElement>('ul > li')];
const shown = () => rows().filter(({ hidden }) => !hidden);
const all = () => strip().querySelector('button') as HTMLButtonElement;
const isClosed = () => strip().hasAttribute('data-closed');
const kept = () => localStorage.getItem('open-agreements');

interface Visit {
  readonly language?: Language;
  readonly room?: string;
  readonly isInSight?: boolean;
}

/**
 * Opens the home page in a browser that has created agreements.
 * @param answer the service's response to the request for these agreements
 */
async function openHome(answer: unknown, { language = 'de', room = '3', isInSight = true }: Visit = {}) {
  Object.assign(globalThis, {
    fetch: jest.fn(async () => {
      if (answer instanceof Error) throw answer;
      return { json: async () => answer };
    }),
  });
  localStorage.setItem('open-agreements', room);
  root.dataset['agreements'] = room;
  document.body.innerHTML = renderToStaticMarkup(
    createElement(I18nextProvider, { i18n: TEXTS[language] }, createElement(OpenAgreements)),
  );
  const top = isInSight ? 100 : window.innerHeight;
  strip().getBoundingClientRect = () => ({ top }) as DOMRect;
  listAgreements();
  const isSettled = () => rows().length > 0 || isClosed() || !root.hasAttribute('data-agreements');
  await waitFor(() => expect(isSettled()).toBe(true));
}

const warn = jest.spyOn(console, 'warn').mockImplementation(() => undefined);
beforeEach(() => {
  localStorage.clear();
  warn.mockClear();
  jest.spyOn(Date, 'now').mockReturnValue(Date.parse('2026-03-01T12:00:00Z'));
});

it('requests nothing if this browser has made no agreement', () => {
  const fetched = Object.assign(globalThis, { fetch: jest.fn() }).fetch;
  root.removeAttribute('data-agreements');
  document.body.innerHTML = '<section class="open-agreements"></section>';
  listAgreements();
  expect(fetched).not.toHaveBeenCalled();
});

it('lists open agreements: title, other party, state, and a link', async () => {
  await openHome({ items: [waiting, done, due] });
  expect(rows().map(({ textContent }) => textContent)).toEqual([
    'AnhängerThomas AchterbergWartet auf Thomas A., noch 2 TageÖffnen Anhänger',
    'AnhängerThomas AchterbergZahlung offenÖffnen Anhänger',
  ]);
  expect(rows()[0]?.querySelector('a')?.getAttribute('href')).toMatch(/\/nda\/018f$/);
  expect(all().hidden).toBe(true);
  expect(kept()).toBe('2');
});

it('lists a closed agreement without its title', async () => {
  const untrustedSince = '2026-02-28T12:00:00Z';
  await openHome({ items: [{ ...waiting, ideaTitle: '', party2Name: '', untrustedSince }] });
  expect(rows().map(({ textContent }) => textContent)).toEqual([
    'Eine VereinbarungLässt sich gerade nicht ändernÖffnen Eine Vereinbarung',
  ]);
});

it('uses the language of its document, and links to pages in this language', async () => {
  await openHome({ items: [{ ...waiting, expiresAt: '2026-03-01T13:00:00Z' }] }, { language: 'en' });
  expect(rows()[0]).toHaveTextContent('Waiting for Thomas A., one day left');
  expect(rows()[0]?.querySelector('a')?.getAttribute('href')).toMatch(/\/nda\/018f\?lang=en$/);
});

it.each([
  ['Thomas Achterberg', 'Thomas A.'],
  ['Katharina von Brandstetter', 'Katharina B.'],
  ['Dr. Thomas Achterberg', 'Dr. Thomas Achterberg'],
  ['Łukasz Żółć', 'Łukasz Ż.'],
  ['Madonna', 'Madonna'],
])('shortens %s to %s', async (party2Name, short) => {
  await openHome({ items: [{ ...waiting, party2Name }] });
  expect(rows()[0]).toHaveTextContent(`Wartet auf ${short}, noch`);
});

it('shows the words of the parties as text, not as HTML', async () => {
  await openHome({ items: [{ ...waiting, ideaTitle: '<b id="x">$&</b>', party2Name: '<i id="y"> Z' }] });
  expect(document.querySelector('#x, #y')).toBeNull();
  expect(rows()[0]?.querySelector('.open-agreements-title bdi')).toHaveTextContent('<b id="x">$&</b>');
});

it('lists three at first, and all on request', async () => {
  await openHome({ items: many(5) });
  expect([rows().length, shown().length, kept()]).toEqual([5, 3, '3']);
  await userEvent.click(all());
  expect(shown()).toHaveLength(5);
  expect(all().hidden).toBe(true);
  expect(rows()[3]?.querySelector('a')).toHaveFocus();
});

it('in sight, it lists only as many as fit, so that nothing moves', async () => {
  await openHome({ items: many(2) }, { room: '1' });
  expect([shown().length, all().hidden, kept()]).toEqual([1, false, '2']);
  await openHome({ items: many(2) }, { room: '1', isInSight: false });
  expect([shown().length, all().hidden]).toEqual([2, true]);
});

describe.each([
  ['nothing is open', { items: [done] }, null, 0],
  ['the service refuses', { status: 503, code: 'unavailable' }, '1', 1],
  ['there is no answer', new TypeError('failed to fetch'), '1', 1],
])('if %s', (_when, answer, left, warnings) => {
  it('closes silently', async () => {
    await openHome(answer, { room: '1', isInSight: false });
    expect(root).not.toHaveAttribute('data-agreements');
    expect(kept()).toBe(left);
    expect(warn).toHaveBeenCalledTimes(warnings);
  });

  it('in sight, it keeps its room even if nothing is open', async () => {
    await openHome(answer, { room: '1' });
    expect(root).toHaveAttribute('data-agreements', '1');
    expect(isClosed()).toBe(true);
  });
});

it('requests the agreements again when the person comes back to it', async () => {
  await openHome({ items: [due] });
  const answer = { json: async () => ({ items: [{ ...due, paymentStatus: 'succeeded' }] }) };
  Object.assign(globalThis, { fetch: jest.fn(async () => answer) });
  window.dispatchEvent(Object.assign(new Event('pageshow'), { persisted: false }));
  expect(fetch).not.toHaveBeenCalled();
  window.dispatchEvent(Object.assign(new Event('pageshow'), { persisted: true }));
  await waitFor(() => expect(rows()[0]).toHaveTextContent('PDF wird gesendet'));
});
