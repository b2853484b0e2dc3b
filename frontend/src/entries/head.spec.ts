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
  /** Kept for this tab only. */
  readonly inTab?: Readonly<Record<string, string>>;
  /** What the browser prefers. */
  readonly browser?: string;
}

/** Runs the script as a browser does, at an address and with what it has kept. */
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
    ahead: [...page.querySelectorAll('link')].map(({ rel, as, crossOrigin, href }) => ({
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

it('asks for the agreement that an address names, as the wizard will, also where storage is forbidden', () => {
  const link = { rel: 'preload', as: 'fetch', crossOrigin: 'use-credentials', href: '/api/ndas/abc-1' };
  for (const address of ['/nda/abc-1', '/nda/abc-1?lang=en', '/nda/abc-1/more'])
    for (const forbidden of [false, true]) expect(visited({ address, forbidden }).ahead).toEqual([link]);
  for (const address of ['/', '/nda', '/nda/', '/create', '/faq/nda/abc'])
    expect(visited({ address }).ahead).toEqual([]);
});

describe('whoever once chose English', () => {
  it.each([
    ['/', '/?lang=en'],
    ['/faq', '/faq?lang=en'],
    ['/legal#impressum', '/legal?lang=en#impressum'],
    ['/faq?from=mail', '/faq?from=mail&lang=en'],
    ['/create', '/create?lang=en'],
    ['/faq?slang=x', '/faq?slang=x&lang=en'],
  ])('is sent from %s to %s', (address, to) => {
    expect(visited({ address, stored: english })).toMatchObject({ sentTo: [to], leaving: true });
    expect(visited({ address: to, stored: english })).toMatchObject({ sentTo: [], leaving: false });
  });

  it.each(['/faq?lang=de', '/faq?lang=en', '/faq?a=b&lang=de'])(
    'stays where the address decides: %s',
    (address) => {
      expect(visited({ address, stored: english }).sentTo).toEqual([]);
    },
  );
});

it.each([[{}], [{ language: 'de' }], [{ language: '<b>' }]])('sends nobody on who has kept %j', (stored) => {
  expect(visited({ stored }).sentTo).toEqual([]);
});

it.each<[string, Visit, boolean]>([
  ['whoever prefers English', { browser: 'en-GB' }, true],
  ['whoever prefers German', { browser: 'de-AT' }, false],
  [
    'whoever comes to an address that names a language',
    { browser: 'en', address: '/faq?a=b&lang=de' },
    false,
  ],
  ['whoever chose', { browser: 'en', stored: { language: 'de' } }, false],
  ['whoever is on the way to English', { browser: 'en', stored: english }, false],
  ['whoever declined', { browser: 'en', stored: { 'language-offer': 'no' } }, false],
])('says whether English is to be offered: to %s', (_whom, visit, offer) => {
  expect(visited(visit).offer).toBe(offer);
});

describe('whoever comes back from the bank', () => {
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
  ])('is led to %s, without the secret', (left, to) => {
    for (const stored of [{}, english])
      expect(back(left, '', stored)).toMatchObject({ sentTo: [to], leaving: true });
  });

  it('takes along that nothing was paid', () => {
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
  ])('is led to the own agreements where %j was kept', (left) => {
    expect(back(left).sentTo).toEqual(['/nda']);
  });

  it('is led to the own agreements, without the secret, also where storage is forbidden', () => {
    const address =
      '/?payment_intent=pi_1&payment_intent_client_secret=pi_1_secret_x&redirect_status=succeeded';
    expect(visited({ address, forbidden: true })).toMatchObject({ sentTo: ['/nda'], leaving: true });
  });

  it('stays where a page asks for itself, or names no payment', () => {
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

it('says whether a draft lies in this browser', () => {
  expect(visited({}).draft).toBe(false);
  expect(visited({ stored: { 'nda-form-state': '{}' } }).draft).toBe(true);
});

it('says for how many open agreements room is kept', () => {
  expect(visited({}).room).toBeUndefined();
  expect(visited({ stored: { 'open-agreements': '2' } }).room).toBe('2');
});

it('does nothing where storage is forbidden', () => {
  expect(visited({ forbidden: true, browser: 'en' })).toEqual({
    sentTo: [],
    draft: false,
    offer: false,
    room: undefined,
    leaving: false,
    ahead: [],
  });
});
