import { WITHDRAW_PATH } from '@siegel/contracts/addresses';
import { lazy, type ReactElement } from 'react';
import type { Texts } from '../app/load-namespace.js';
import { startApplication } from '../app/start-application.js';
import { linkToken } from '../features/links/link-token.js';
import SigningPage from '../features/signing-page/signing-page.js';
import { countPageView } from '../lib/counting.js';
import { i18n } from '../lib/i18n.js';
import { offerEnglish } from '../lib/language-offer.js';

/** Pages with one question; whoever comes to sign needs nothing of them. */
const LinkPages = lazy(async () => {
  const [pages] = await Promise.all([
    import('../features/links/link-pages.js'),
    i18n.loadNamespaces(['links']),
  ]);
  return { default: pages.LinkPages };
});

const { pathname } = window.location;
const page = /^\/(dispute|continue|reminders)\//.exec(pathname)?.[1] as 'dispute' | undefined;
const link = linkToken(pathname);
const isWithdrawing = pathname.replace(/\/$/, '') === WITHDRAW_PATH;

const files = import.meta.glob<Texts>([
  '../locales/*/{common,signing-page,remote,remote-later,links,withdrawal}.json',
  '../locales/*/finish.texts.ts',
]);
countPageView('other');
if (isWithdrawing) offerEnglish();
await startApplication(await application(), files, [isWithdrawing ? 'withdrawal' : 'signing-page']);

async function application(): Promise<ReactElement> {
  if (isWithdrawing) {
    // Before anything is rendered: its document shows the page already, and a skeleton would take it away.
    const { WithdrawalPage } = await import('../features/withdrawal/withdrawal-page.js');
    return <WithdrawalPage />;
  }
  return page === undefined ? <SigningPage {...link} /> : <LinkPages {...link} page={page} />;
}
