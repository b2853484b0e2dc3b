import type { Upcasters } from '../../eventsourcing/journal/journal.js';

/** From each old version of an event to the next; `fixtures/` holds one of each, for ever. */
export const withdrawalUpcasters: Upcasters = {
  // Every receipt was sent then, and repeated what was written. A receipt that is still owed is written as today.
  'WithdrawalDeclared.v1': ({ open, personal }) => ({
    type: 'WithdrawalDeclared.v2',
    open: { ...open, receipt: null },
    ...(personal && { personal }),
  }),
};
