/*
 * Runs before the first paint, as a script of its own without imports: sends whoever once chose English on to the
 * English document where the address names no language, which then counts the view, says whether English is to be
 * offered (rule:german-is-the-default), whether a draft lies in this browser and for how many open agreements room is
 * kept (rule:home-goes-on), so that nothing moves later. Asks for the agreement that the address names, which is there
 * when the wizard's files are. Leads whoever comes back from the bank to the page that was left, without the secret of the
 * payment (rule:payment-returns). At most 1 kB.
 */
(() => {
  const { pathname, search, hash } = window.location;
  const [, id] = /^\/nda\/([^/]+)/.exec(pathname) ?? [];
  if (id !== undefined) {
    const ahead = { rel: 'preload', as: 'fetch', crossOrigin: 'use-credentials', href: `/api/ndas/${id}` };
    document.head.append(Object.assign(document.createElement('link'), ahead));
  }
  // Storage may be forbidden: then there is nothing to go on with.
  try {
    const [, payment] = /[?&](payment_intent=\w+)/.exec(search) ?? [];
    if (payment !== undefined && pathname === '/') {
      document.documentElement.setAttribute('data-leaving', '');
      const left = window.sessionStorage.getItem('payment-return') ?? '';
      const failed = search.includes('redirect_status=failed') ? '&redirect_status=failed' : '';
      // Of this site only: two slashes lead to another one.
      window.location.replace(
        /^\/[^/\\]/.test(left) ? `${left}${left.includes('?') ? '&' : '?'}${payment}${failed}` : '/nda',
      );
      return;
    }
    const stored = window.localStorage;
    const chosen = /[?&]lang=/.test(search) ? 'named' : stored.getItem('language');
    if (chosen === 'en') {
      document.documentElement.setAttribute('data-leaving', '');
      window.location.replace(`${pathname}${search === '' ? '?' : `${search}&`}lang=en${hash}`);
    }
    if (chosen === null && stored.getItem('language-offer') === null && navigator.language.startsWith('en'))
      document.documentElement.setAttribute('data-offer', '');
    if (stored.getItem('nda-form-state') !== null) document.documentElement.setAttribute('data-draft', '');
    const agreements = stored.getItem('open-agreements');
    if (agreements !== null) document.documentElement.setAttribute('data-agreements', agreements);
  } catch {
    // As without all of it.
  }
})();
