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

/** Where one withdraws from a contract: no link of a mail leads there, and no token. */
const WithdrawalPage = lazy(async () => {
  const [page] = await Promise.all([
    import('../features/withdrawal/withdrawal-page.js'),
    i18n.loadNamespaces(['withdrawal']),
  ]);
  return { default: page.WithdrawalPage };
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
await startApplication(application(), files, isWithdrawing ? [] : ['signing-page']);

function application(): ReactElement {
  if (isWithdrawing) return <WithdrawalPage />;
  return page === undefined ? <SigningPage {...link} /> : <LinkPages {...link} page={page} />;
}
