import type { Upcasters } from '../../eventsourcing/journal/journal.js';

/**
 * Functions that turn each old version of an event into the next. `fixtures/` permanently keeps one event of
 * each version.
 */
export const withdrawalUpcasters: Upcasters = {
  // In version 1, every withdrawal got a receipt, and the receipt repeated the sender's words. If such a
  // receipt is still owed, it is now written like a current receipt.
  'WithdrawalDeclared.v1': ({ open, personal }) => ({
    type: 'WithdrawalDeclared.v2',
    open: { ...open, receipt: null },
    ...(personal && { personal }),
  }),
};
