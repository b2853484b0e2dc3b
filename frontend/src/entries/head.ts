/*
 * Runs before the first paint, as a script of its own without imports: sends whoever once chose English on to the
 * English document where the address names no language (rule:german-is-the-default), which then counts the view, and
 * says whether a draft lies in this browser, so that nothing moves later. At most 1 kB.
 */
(() => {
  // Storage may be forbidden: then there is no choice and no draft.
  try {
    const stored = window.localStorage;
    const { pathname, search, hash } = window.location;
    if (stored.getItem('language') === 'en' && !/[?&]lang=/.test(search)) {
      document.documentElement.setAttribute('data-leaving', '');
      window.location.replace(`${pathname}${search === '' ? '?' : `${search}&`}lang=en${hash}`);
    }
    if (stored.getItem('nda-form-state') !== null) document.documentElement.setAttribute('data-draft', '');
  } catch {
    // As without either.
  }
})();
