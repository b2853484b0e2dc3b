/*
 * Runs before the first paint, as a script of its own without imports: sends whoever once chose English on to the English
 * document, and says whether a draft lies in this browser, so that nothing moves later. At most 1 kB.
 */
(() => {
  // Storage may be forbidden: then there is no choice and no draft.
  try {
    const { documentElement } = document;
    const stored = window.localStorage;
    const isPublic = documentElement.hasAttribute('data-document');
    if (isPublic && !/[?&]lang=/.test(location.search) && stored.getItem('language') === 'en')
      location.replace(`${location.pathname}${location.search || '?'}${location.search ? '&' : ''}lang=en${location.hash}`);
    if (stored.getItem('nda-form-state') !== null) documentElement.setAttribute('data-draft', '');
  } catch {
    // As without either.
  }
})();
