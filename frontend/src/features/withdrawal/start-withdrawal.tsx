import type { ReactElement } from 'react';
import { offerEnglish } from '../../lib/language-offer.js';

/** Type of `startApplication`, which is part of another module and is handed in. */
type Start = (
  application: ReactElement,
  files: Record<string, () => Promise<{ readonly default: object }>>,
  namespaces: readonly string[],
) => Promise<void>;

/**
 * Starts the page of withdrawals with everything that only this page needs: a visitor who signs loads nothing
 * of it. Its script is loaded before anything is rendered: the document shows the page already, and a
 * skeleton would replace it.
 */
export default async function startWithdrawal(start: Start): Promise<void> {
  const { WithdrawalPage } = await import('./withdrawal-page.js');
  offerEnglish();
  const files = import.meta.glob<{ readonly default: object }>('../../locales/*/{common,withdrawal}.json');
  const named = Object.entries(files).map(([path, load]) => [path.replace('../../', '../'), load]);
  await start(<WithdrawalPage />, Object.fromEntries(named), ['withdrawal']);
}
