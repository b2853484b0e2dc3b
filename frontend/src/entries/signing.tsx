import { WITHDRAW_PATH } from '@siegel/contracts/addresses';
import { lazy } from 'react';
import type { Texts } from '../app/load-namespace.js';
import { startApplication } from '../app/start-application.js';
import { linkToken } from '../features/links/link-token.js';
import SigningPage from '../features/signing-page/signing-page.js';
import { countPageView } from '../lib/counting.js';
import { i18n } from '../lib/i18n.js';
import { session } from '../lib/storage.js';
import { KEPT_LINK, WITHOUT_TOKEN } from '../lib/token-page.js';

/**
 * The pages that ask a single question: whether to dispute a signature, to continue on this device, or to
 * decline reminders. They are loaded separately, because the signing page does not need them.
 */
const LinkPages = lazy(async () => {
  const [pages] = await Promise.all([
    import('../features/links/link-pages.js'),
    i18n.loadNamespaces(['links']),
  ]);
  return { default: pages.LinkPages };
});

const { pathname } = window.location;
const page = /^\/(dispute|continue|reminders)\//.exec(pathname)?.[1] as 'dispute' | undefined;
/**
 * The path that contains the token. If the token has been removed from the address, the path may be in the
 * session storage. If the session storage does not contain the path either, `kept` is null, and the page says
 * that the link is not valid.
 */
const kept = pathname === WITHOUT_TOKEN ? session.get(KEPT_LINK) : pathname;
const link = kept === null ? { token: '-', damaged: false } : linkToken(kept);

const files = import.meta.glob<Texts>([
  '../locales/*/{common,signing-page,remote,remote-later,links}.json',
  '../locales/*/finish.texts.ts',
]);
countPageView('other');
if (pathname.startsWith(WITHDRAW_PATH))
  await import('../features/withdrawal/start-withdrawal.js').then((start) => start.default(startApplication));
else
  await startApplication(
    page === undefined ? <SigningPage {...link} /> : <LinkPages {...link} page={page} />,
    files,
    ['signing-page'],
  );
