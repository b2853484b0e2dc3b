import userEvent from '@testing-library/user-event';
import { offerEnglish } from './language-offer.js';

const HEADER =
  '<header><div class="site-header-controls"><details><summary tabindex="0">Deutsch</summary></details></div></header>';
const root = document.documentElement;
const offer = () => document.querySelector<HTMLElement>('.language-offer');

beforeEach(() => {
  localStorage.clear();
  root.setAttribute('data-offer', '');
  document.body.innerHTML = HEADER;
});

it('offers English, in English, before the language menu', () => {
  offerEnglish();
  expect(offer()).toHaveAttribute('lang', 'en');
  expect(offer()).toHaveTextContent('Read this in English?');
  expect(offer()?.querySelector('a')).toHaveAttribute('href', '?lang=en');
  expect(offer()?.nextElementSibling?.tagName).toBe('DETAILS');
  expect(localStorage).toHaveLength(0);
});

it('offers nothing if the head script did not request it', () => {
  root.removeAttribute('data-offer');
  offerEnglish();
  expect(document.body.innerHTML).toBe(HEADER);
});

it('offers nothing if there is no place for it', () => {
  document.body.innerHTML = '<main></main>';
  offerEnglish();
  expect(document.body.innerHTML).toBe('<main></main>');
});

it('after a no, disappears for good and moves the focus to the menu', async () => {
  offerEnglish();
  await userEvent.click(offer()?.querySelector('button') as HTMLElement);
  expect(offer()).toBeNull();
  expect(localStorage.getItem('language-offer')).toBe('no');
  expect(localStorage.getItem('language')).toBeNull();
  expect(document.querySelector('summary')).toHaveFocus();
});

it('stores a yes as well, and marks its link like the links of the menu', async () => {
  offerEnglish();
  const link = offer()?.querySelector('a') as HTMLElement;
  document.addEventListener('click', (event) => event.preventDefault(), { once: true });
  expect(link.dataset['language']).toBe('en');
  await userEvent.click(link);
  expect(localStorage.getItem('language-offer')).toBe('yes');
  expect(offer()).toBeNull();
});

it('stays if the person presses beside its answers', async () => {
  offerEnglish();
  await userEvent.click(offer() as HTMLElement);
  expect(offer()).not.toBeNull();
  expect(localStorage).toHaveLength(0);
});
