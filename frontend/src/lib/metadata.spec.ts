import { applyMetadata } from './metadata.js';

const ORIGIN = window.location.origin;

function links(): string[] {
  return Array.from(document.head.querySelectorAll('link'), (link) =>
    [link.rel, link.hreflang, link.href].filter(Boolean).join(' '),
  );
}

function robots(): string | undefined {
  return document.head.querySelector<HTMLMetaElement>('meta[name="robots"]')?.content;
}

it('names language, canonical address and alternates of a public page', () => {
  applyMetadata({ language: 'en', title: 'FAQ', description: 'Answers', path: '/faq', indexed: true });
  expect(document.documentElement.lang).toBe('en');
  expect(document.title).toBe('FAQ');
  expect(robots()).toBe('index, follow');
  expect(links()).toEqual([
    `canonical ${ORIGIN}/faq`,
    `alternate de ${ORIGIN}/faq?lang=de`,
    `alternate en ${ORIGIN}/faq?lang=en`,
    `alternate x-default ${ORIGIN}/faq`,
  ]);
});

it('keeps the wizard out of search engines and leaves no link of the last page', () => {
  applyMetadata({ language: 'de', title: 'A', description: 'A', path: '/faq', indexed: true });
  applyMetadata({ language: 'de', title: 'B', description: 'B', path: '/create', indexed: false });
  expect(robots()).toBe('noindex, nofollow');
  expect(links()).toEqual([]);
  expect(document.head.querySelectorAll('meta[name="description"]')).toHaveLength(1);
});
