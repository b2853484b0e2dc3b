import type { PaymentIntentView } from '@siegel/contracts/nda/view';

/** Prefix of Stripe's test keys, with which no card is charged. */
const TEST_KEY = 'pk_test_';

/**
 * True if nothing is charged, for example in test mode (rule:operator-is-configuration). If there is an
 * intent, the intent decides. Otherwise the page's setting decides. The intent takes precedence because the
 * installation may leave test mode while the page is open. The page's setting is then outdated, and the page
 * would wrongly promise that nothing is charged.
 * @param testMode the setting at the time when the page was loaded
 */
export const movesNoMoney = (intent: PaymentIntentView | undefined, testMode: boolean): boolean =>
  intent === undefined
    ? testMode
    : intent.provider === 'sandbox' || intent.publishableKey.startsWith(TEST_KEY);
