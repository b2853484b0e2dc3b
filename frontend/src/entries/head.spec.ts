import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { runInNewContext } from 'node:vm';
import { transformSync } from '@swc/core';

const SOURCE = readFileSync(join(__dirname, 'head.ts'), 'utf8');
const CODE = transformSync(SOURCE, {
  jsc: { parser: { syntax: 'typescript' }, target: 'es2022', minify: { compress: true, mangle: true } },
  minify: true,
}).code;

interface Visit {
  readonly address?: string;
  readonly stored?: Readonly<Record<string, string>>;
  readonly forbidden?: boolean;
  /** Content of the tab's own storage. */
  readonly inTab?: Readonly<Record<string, string>>;
  /** The preferred language of the browser. */
  readonly browser?: string;
}

/** Runs the script as a browser does, at the given address and with the given storage. */
function visited({ address = '/faq', stored = {}, inTab = {}, forbidden = false, browser = 'de-DE' }: Visit) {
  const replace = jest.fn<void, [string]>();
  const { pathname, search, hash } = new URL(address, 'https://siegel.example');
  const location = { pathname, search, hash, replace };
  const page = document.implementation.createHTMLDocument();
  const browserOf = {
    document: page,
    location,
    navigator: { language: browser },
    get localStorage() {
      if (forbidden) throw new DOMException('forbidden', 'SecurityError');
      return { getItem: (key: string) => stored[key] ?? null };
    },
    get sessionStorage() {
      if (forbidden) throw new DOMException('forbidden', 'SecurityError');
      return { getItem: (key: string) => inTab[key] ?? null };
    },
  };
  runInNewContext(CODE, browserOf);
  const has = (name: string) => page.documentElement.hasAttribute(name);
  return {
    sentTo: replace.mock.calls.flat(),
    draft: has('data-draft'),
    offer: has('data-offer'),
    room: page.documentElement.dataset['agreements'],
    leaving: has('data-leaving'),
    preloads: [...page.querySelectorAll('link')].map(({ rel, as, crossOrigin, href }) => ({
      rel,
      as,
      crossOrigin,
      href,
    })),
  };
}
const english = { language: 'en' };

it('is a small script without imports', () => {
  expect(SOURCE).not.toMatch(/\bimport\b.*from|\bimport\(/);
  expect(CODE.length).toBeLessThan(1024);
});

it('requests the agreement that an address names, even if storage is forbidden', () => {
  const link = { rel: 'preload', as: 'fetch', crossOrigin: 'use-credentials', href: '/api/ndas/abc-1' };
  for (const address of ['/nda/abc-1', '/nda/abc-1?lang=en', '/nda/abc-1/more'])
    for (const forbidden of [false, true]) expect(visited({ address, forbidden }).preloads).toEqual([link]);
  for (const address of ['/', '/nda', '/nda/', '/create', '/faq/nda/abc'])
    expect(visited({ address }).preloads).toEqual([]);
});

describe('a reader who once chose English', () => {
  it.each([
    ['/', '/?lang=en'],
    ['/faq', '/faq?lang=en'],
    ['/legal#impressum', '/legal?lang=en#impressum'],
    ['/faq?from=mail', '/faq?from=mail&lang=en'],
    ['/create', '/create?lang=en'],
    ['/faq?slang=x', '/faq?slang=x&lang=en'],
  ])('is redirected from %s to %s', (address, to) => {
    expect(visited({ address, stored: english })).toMatchObject({ sentTo: [to], leaving: true });
    expect(visited({ address: to, stored: english })).toMatchObject({ sentTo: [], leaving: false });
  });

  it.each(['/faq?lang=de', '/faq?lang=en', '/faq?a=b&lang=de'])(
    'stays if the address names a language: %s',
    (address) => {
      expect(visited({ address, stored: english }).sentTo).toEqual([]);
    },
  );
});

it.each([[{}], [{ language: 'de' }], [{ language: '<b>' }]])(
  'does not redirect a browser that has stored %j',
  (stored) => {
    expect(visited({ stored }).sentTo).toEqual([]);
  },
);

it.each<[string, Visit, boolean]>([
  ['a reader who prefers English', { browser: 'en-GB' }, true],
  ['a reader who prefers German', { browser: 'de-AT' }, false],
  ['a reader at an address that names a language', { browser: 'en', address: '/faq?a=b&lang=de' }, false],
  ['a reader who has chosen', { browser: 'en', stored: { language: 'de' } }, false],
  ['a reader who is redirected to English', { browser: 'en', stored: english }, false],
  ['a reader who has declined', { browser: 'en', stored: { 'language-offer': 'no' } }, false],
])('decides whether to offer English: to %s', (_whom, visit, offer) => {
  expect(visited(visit).offer).toBe(offer);
});

describe('a person who comes back from the bank', () => {
  const back = (left?: string, more = '', stored = {}) =>
    visited({
      address: `/?payment_intent=pi_1&payment_intent_client_secret=pi_1_secret_x&redirect_status=${more || 'succeeded'}`,
      inTab: left === undefined ? {} : { 'payment-return': left },
      stored,
    });

  it.each([
    ['/nda/abc', '/nda/abc?payment_intent=pi_1'],
    ['/nda/abc?lang=en', '/nda/abc?lang=en&payment_intent=pi_1'],
    ['/sign/-', '/sign/-?payment_intent=pi_1'],
  ])('is redirected to %s, without the secret', (left, to) => {
    for (const stored of [{}, english])
      expect(back(left, '', stored)).toMatchObject({ sentTo: [to], leaving: true });
  });

  it('keeps the status of a failed payment', () => {
    expect(back('/nda/abc', 'failed').sentTo).toEqual([
      '/nda/abc?payment_intent=pi_1&redirect_status=failed',
    ]);
  });

  it.each([
    [undefined],
    [''],
    ['//evil.example'],
    ['/\\evil.example'],
    ['https://evil.example/'],
    ['nda/abc'],
  ])("is redirected to the person's own agreements if %j was stored", (left) => {
    expect(back(left).sentTo).toEqual(['/nda']);
  });

  it("is redirected to the person's own agreements, without the secret, even if storage is forbidden", () => {
    const address =
      '/?payment_intent=pi_1&payment_intent_client_secret=pi_1_secret_x&redirect_status=succeeded';
    expect(visited({ address, forbidden: true })).toMatchObject({ sentTo: ['/nda'], leaving: true });
  });

  it('stays if the page checks the payment itself, or if the address names no payment', () => {
    const inTab = { 'payment-return': '/nda/abc' };
    for (const address of [
      '/nda/abc?payment_intent=pi_1',
      '/?a=payment_intent',
      '/?xpayment_intent=pi_1',
      '/?payment_intent_client_secret=x',
    ])
      expect(visited({ address, inTab }).sentTo).toEqual([]);
  });
});

it('reports whether this browser has a draft', () => {
  expect(visited({}).draft).toBe(false);
  expect(visited({ stored: { 'nda-form-state': '{}' } }).draft).toBe(true);
});

it('reports the number of open agreements to reserve room for', () => {
  expect(visited({}).room).toBeUndefined();
  expect(visited({ stored: { 'open-agreements': '2' } }).room).toBe('2');
});

it('does nothing if storage is forbidden', () => {
  expect(visited({ forbidden: true, browser: 'en' })).toEqual({
    sentTo: [],
    draft: false,
    offer: false,
    room: undefined,
    leaving: false,
    preloads: [],
  });
});
