import type { ReactElement } from 'react';
import { offerEnglish } from '../../lib/language-offer.js';

/** As `startApplication` does it, which belongs to another room. */
type Start = (
  application: ReactElement,
  files: Record<string, () => Promise<{ readonly default: object }>>,
  namespaces: readonly string[],
) => Promise<void>;

/**
 * The page of withdrawals, with all that it alone needs: whoever comes to sign fetches nothing of it. Its file is
 * there before anything is rendered: its document shows the page already, and a skeleton would take it away.
 */
export default async function startWithdrawal(start: Start): Promise<void> {
  const { WithdrawalPage } = await import('./withdrawal-page.js');
  offerEnglish();
  const files = import.meta.glob<{ readonly default: object }>('../../locales/*/{common,withdrawal}.json');
  const named = Object.entries(files).map(([path, load]) => [path.replace('../../', '../'), load]);
  await start(<WithdrawalPage />, Object.fromEntries(named), ['withdrawal']);
}
