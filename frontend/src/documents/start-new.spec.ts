import userEvent from '@testing-library/user-event';
import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { I18nextProvider } from 'react-i18next';
import { sampleSite } from '@siegel/contracts/testing/sample-site';
import { Hero } from '../features/home/hero.js';
import { SiteProvider } from '../lib/site.js';
import { offerToStartNew } from './start-new.js';
import { TEXTS } from './texts.js';

const dialog = () => document.querySelector('dialog') as HTMLDialogElement;
const named = (name: string) =>
  [...document.querySelectorAll<HTMLElement>('a, button')].find(({ textContent }) => textContent === name);
const press = (name: string) => userEvent.click(named(name) as HTMLElement);

beforeEach(() => {
  localStorage.clear();
  for (const key of ['nda-form-state', 'nda-optimisation-state', 'language']) localStorage.setItem(key, 'x');
  const hero = createElement(SiteProvider, { value: sampleSite }, createElement(Hero));
  document.body.innerHTML = renderToStaticMarkup(createElement(I18nextProvider, { i18n: TEXTS.en }, hero));
  // jsdom neither opens nor closes a dialog.
  dialog().showModal = () => dialog().setAttribute('open', '');
  dialog().close = () => dialog().removeAttribute('open');
  document.addEventListener('click', (event) => event.preventDefault(), { once: true });
  offerToStartNew();
});

it('does nothing if there is no such dialog', () => {
  document.body.innerHTML = '<p>text</p>';
  expect(offerToStartNew).not.toThrow();
});

it('asks before it discards the draft', async () => {
  await press('Start again');
  expect(dialog()).toHaveAttribute('open');
  expect(localStorage).toHaveLength(3);
});

it('discards only the draft before it begins a new one', async () => {
  await press('Start again');
  expect(named('Discard and start again')).toHaveAttribute('href', '/create?lang=en');
  await press('Discard and start again');
  expect(Object.keys(localStorage)).toEqual(['language']);
});

it('checks again whether there is a draft when the person comes back', () => {
  const back = () => window.dispatchEvent(Object.assign(new Event('pageshow'), { persisted: true }));
  dialog().showModal();
  back();
  expect(document.documentElement).toHaveAttribute('data-draft');
  expect(dialog()).not.toHaveAttribute('open');
  localStorage.clear();
  back();
  expect(document.documentElement).not.toHaveAttribute('data-draft');
});
