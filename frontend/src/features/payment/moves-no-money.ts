import type { PaymentIntentView } from '@siegel/contracts/nda/view';

/** Prefix of Stripe's test keys, with which no card is charged. */
const TEST_KEY = 'pk_test_';

/**
 * True if nothing is charged, as in test mode (rule:operator-is-configuration). The intent decides. Before
 * there is an intent, the page's setting decides. If the page stays open while the installation leaves test
 * mode, the intent is newer than the page's setting. So the page makes no wrong promise.
 * @param testMode the setting when the page was loaded
 */
export const movesNoMoney = (intent: PaymentIntentView | undefined, testMode: boolean): boolean =>
  intent === undefined
    ? testMode
    : intent.provider === 'sandbox' || intent.publishableKey.startsWith(TEST_KEY);
