/*
 * Runs before the first paint, as a script of its own without imports: sends whoever once chose English on to the
 * English document where the address names no language, which then counts the view, says whether English is to be
 * offered (rule:german-is-the-default), whether a draft lies in this browser and for how many open agreements room is
 * kept (rule:home-goes-on), so that nothing moves later. Asks for the agreement that the address names, which is there
 * when the wizard's files are. Leads whoever comes back from the bank to the page that was left, without the secret of the
 * payment (rule:payment-returns). At most 1 kB.
 */
(() => {
  const { pathname, search, hash } = location;
  const told = document.documentElement.dataset;
  const leaveTo = (address: string) => {
    told['leaving'] = '';
    location.replace(address);
  };
  const [, id] = /^\/nda\/([^/]+)/.exec(pathname) ?? [];
  if (id !== undefined) {
    const ahead = { rel: 'preload', as: 'fetch', crossOrigin: 'use-credentials', href: `/api/ndas/${id}` };
    document.head.append(Object.assign(document.createElement('link'), ahead));
  }
  const [payment] = /\bpayment_intent=\w+/.exec(search) ?? [];
  if (payment !== undefined && pathname === '/') {
    let left = '';
    // Storage may be forbidden: the secret of the payment leaves the address all the same.
    try {
      left = sessionStorage.getItem('payment-return') ?? '';
    } catch {
      // As where nothing was kept.
    }
    const [failed = ''] = /&redirect_status=failed/.exec(search) ?? [];
    // Of this site only: two slashes lead to another one.
    const own = /^\/[^/\\]/.test(left);
    leaveTo(own ? left + (left.includes('?') ? '&' : '?') + payment + failed : '/nda');
    return;
  }
  // Where storage is forbidden there is nothing to go on with.
  try {
    const stored = (key: string) => localStorage.getItem(key);
    const chosen = /[?&]lang=/.test(search) ? 'named' : stored('language');
    if (chosen === 'en') leaveTo(`${pathname}${search === '' ? '?' : `${search}&`}lang=en${hash}`);
    if (chosen === null && stored('language-offer') === null && navigator.language.startsWith('en'))
      told['offer'] = '';
    if (stored('nda-form-state') !== null) told['draft'] = '';
    const agreements = stored('open-agreements');
    if (agreements !== null) told['agreements'] = agreements;
  } catch {
    // As without all of it.
  }
})();
