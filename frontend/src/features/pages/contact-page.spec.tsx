import { screen } from '@testing-library/react';
import { fakeServer } from '../../testing/fake-server.js';
import { renderWithProviders } from '../../testing/render.js';
import { startTexts } from '../../testing/texts.js';
import ContactPage from './contact-page.js';
import FaqPage from './faq-page.js';

beforeAll(() => startTexts('de', ['pages']));

const PROMISE = /Wir antworten in ein bis zwei Werktagen/;

it.each([
  ['contact', ContactPage],
  ['questions', FaqPage],
])('promises an answer where there is an address: %s', async (_, Page) => {
  fakeServer({ 'GET /api/site': [200, { operatorEmail: 'post@example.org' }] });
  renderWithProviders(<Page />);
  expect(await screen.findByText(PROMISE)).toBeInTheDocument();
  expect(screen.getByText(/Schreiben Sie uns/)).toBeInTheDocument();
});

it('names the address', async () => {
  fakeServer({ 'GET /api/site': [200, { operatorEmail: 'post@example.org' }] });
  renderWithProviders(<ContactPage />);
  expect(await screen.findByRole('link', { name: 'post@example.org' })).toHaveAttribute(
    'href',
    'mailto:post@example.org',
  );
});

it('promises no answer where there is no address, and says so', async () => {
  fakeServer({ 'GET /api/site': [200, { operatorEmail: null }] });
  renderWithProviders(
    <>
      <ContactPage />
      <FaqPage />
    </>,
  );
  expect(await screen.findByText(/noch keine E-Mail-Adresse hinterlegt/)).toBeInTheDocument();
  expect(screen.queryByText(PROMISE)).toBeNull();
  expect(screen.queryByText(/Schreiben Sie uns/)).toBeNull();
});
