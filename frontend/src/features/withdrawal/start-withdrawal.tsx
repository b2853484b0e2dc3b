import type { ReactElement } from 'react';
import { offerEnglish } from '../../lib/language-offer.js';

/** The type of `startApplication`. The function belongs to another module and is passed in. */
type Start = (
  application: ReactElement,
  files: Record<string, () => Promise<{ readonly default: object }>>,
  namespaces: readonly string[],
) => Promise<void>;

/**
 * Starts the page of withdrawals. Everything that only this page needs is in separate files, so that a
 * visitor who signs does not load those files. The page's script is loaded before anything is rendered. The
 * document already shows the page, and rendering earlier would replace the page with a skeleton.
 */
export default async function startWithdrawal(start: Start): Promise<void> {
  const { WithdrawalPage } = await import('./withdrawal-page.js');
  offerEnglish();
  const files = import.meta.glob<{ readonly default: object }>('../../locales/*/{common,withdrawal}.json');
  const named = Object.entries(files).map(([path, load]) => [path.replace('../../', '../'), load]);
  await start(<WithdrawalPage />, Object.fromEntries(named), ['withdrawal']);
}
