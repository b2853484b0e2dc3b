import { screen } from '@testing-library/react';
import { renderWithProviders } from '../../testing/render.js';
import { startTexts } from '../../testing/texts.js';
import ContactPage from './contact-page.js';
import FaqPage from './faq-page.js';

beforeAll(() => startTexts('de', ['pages']));

const PROMISE = /Wir antworten in ein bis zwei Werktagen/;

it.each([
  ['contact', ContactPage],
  ['questions', FaqPage],
])('promises an answer if there is an address: %s', (_, Page) => {
  renderWithProviders(<Page />, '/', { operatorEmail: 'post@example.org' });
  expect(screen.getByText(PROMISE)).toBeInTheDocument();
  expect(screen.getByText(/Schreiben Sie uns/)).toBeInTheDocument();
});

it('names the address', () => {
  renderWithProviders(<ContactPage />, '/contact', { operatorEmail: 'post@example.org' });
  expect(screen.getByRole('link', { name: 'post@example.org' })).toHaveAttribute(
    'href',
    'mailto:post@example.org',
  );
});

it('if there is no address, says so and promises no answer', () => {
  renderWithProviders(
    <>
      <ContactPage />
      <FaqPage />
    </>,
    '/',
    { operatorEmail: null },
  );
  expect(screen.getByText(/noch keine E-Mail-Adresse hinterlegt/)).toBeInTheDocument();
  expect(screen.queryByText(PROMISE)).toBeNull();
  expect(screen.queryByText(/Schreiben Sie uns/)).toBeNull();
});
