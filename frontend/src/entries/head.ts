/*
 * A separate script without imports, at most 1 kB. It runs before the first paint. If the address names no
 * language, the script redirects readers who once chose English to the English document. That document then
 * counts the page view. The script sets flags on the root element, so that nothing moves later: whether to
 * offer English (rule:german-is-the-default), whether this browser has a draft, and how many open agreements
 * need room (rule:home-goes-on). The script requests the agreement that the address names, so that the
 * response is there once the wizard has loaded. People who return from the bank are redirected to the page
 * that they left. Its new address does not contain the payment's secret (rule:payment-returns).
 */
(() => {
  const { pathname, search, hash } = location;
  const flags = document.documentElement.dataset;
  const leaveTo = (address: string) => {
    flags['leaving'] = '';
    location.replace(address);
  };
  const [, id] = /^\/nda\/([^/]+)/.exec(pathname) ?? [];
  if (id !== undefined) {
    const preload = { rel: 'preload', as: 'fetch', crossOrigin: 'use-credentials', href: `/api/ndas/${id}` };
    document.head.append(Object.assign(document.createElement('link'), preload));
  }
  const [payment] = /\bpayment_intent=\w+/.exec(search) ?? [];
  if (payment !== undefined && pathname === '/') {
    let left = '';
    // Even if storage is forbidden, the payment's secret must be removed from the address.
    try {
      left = sessionStorage.getItem('payment-return') ?? '';
    } catch {
      // Storage is forbidden: redirect as if nothing was stored.
    }
    const [failed = ''] = /&redirect_status=failed/.exec(search) ?? [];
    // Accept only a page of this site. An address that begins with two slashes leads to another site.
    const own = /^\/[^/\\]/.test(left);
    leaveTo(own ? left + (left.includes('?') ? '&' : '?') + payment + failed : '/nda');
    return;
  }
  // Reading the storage throws if the browser forbids storage.
  try {
    const stored = (key: string) => localStorage.getItem(key);
    const chosen = /[?&]lang=/.test(search) ? 'named' : stored('language');
    if (chosen === 'en') leaveTo(`${pathname}${search === '' ? '?' : `${search}&`}lang=en${hash}`);
    if (chosen === null && stored('language-offer') === null && navigator.language.startsWith('en'))
      flags['offer'] = '';
    if (stored('nda-form-state') !== null) flags['draft'] = '';
    const agreements = stored('open-agreements');
    if (agreements !== null) flags['agreements'] = agreements;
  } catch {
    // Without storage, the page looks as if nothing was stored.
  }
})();
