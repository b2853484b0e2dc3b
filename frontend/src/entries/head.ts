/*
 * A script of its own without imports, which runs before the first paint. At most 1 kB.
 * If the address names no language, it redirects readers who once chose English to the English document,
 * which then counts the view. It reports on the root element whether to offer English
 * (rule:german-is-the-default), whether this browser has a draft, and for how many open agreements to keep
 * room (rule:home-goes-on), so that nothing moves later. It requests the agreement that the address names, so
 * that it is there when the wizard's files are. It redirects people who come back from the bank to the page
 * that they left, without the secret of the payment (rule:payment-returns).
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
    // Storage may be forbidden. The secret of the payment must leave the address all the same.
    try {
      left = sessionStorage.getItem('payment-return') ?? '';
    } catch {
      // Then the redirect is as if nothing was stored.
    }
    const [failed = ''] = /&redirect_status=failed/.exec(search) ?? [];
    // Only a page of this site: two slashes lead to another one.
    const own = /^\/[^/\\]/.test(left);
    leaveTo(own ? left + (left.includes('?') ? '&' : '?') + payment + failed : '/nda');
    return;
  }
  // If storage is forbidden, there is nothing to continue with.
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
    // Then the page is as if nothing was stored.
  }
})();
