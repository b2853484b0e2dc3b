import type { PaymentIntentView } from '@siegel/contracts/nda/view';

/** How keys of Stripe begin with which no card is charged. */
const TEST_KEY = 'pk_test_';

/**
 * In test mode nothing is charged (rule:operator-is-configuration). The payment itself says so; the page, until there is
 * one: a page that stayed open while the installation changed must not promise it.
 * @param testMode as the site was when the page was loaded
 */
export const movesNoMoney = (intent: PaymentIntentView | undefined, testMode: boolean): boolean =>
  intent === undefined
    ? testMode
    : intent.provider === 'sandbox' || intent.publishableKey.startsWith(TEST_KEY);
