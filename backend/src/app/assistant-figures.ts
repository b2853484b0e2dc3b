import { ReadVoucherFigures } from '../vouchers/voucher-figures.queries.js';
import { ReadAdminFigures, ReadSummary } from '../analytics/figures.queries.js';
import type { ServiceFigures } from '../assistant/service-figures.js';
import type { Queries } from '../bus/queries.js';
import { ReadOldestObligations } from '../obligations/obligation.queries.js';

const MONTHS = 24;
const OBLIGATIONS = 20;

/** Provides the figures that the assistant can look up. Each figure comes from the module that owns it. */
export const assistantFigures = (queries: Queries): ServiceFigures => ({
  between: (range) => queries.ask(new ReadSummary(range)),
  now: () => queries.ask(new ReadAdminFigures()),
  vouchers: () => queries.ask(new ReadVoucherFigures(MONTHS)),
  obligations: async () => {
    const { total, items } = await queries.ask(new ReadOldestObligations(OBLIGATIONS));
    return { total, oldest: items.map(({ kind, since, ndaId }) => ({ kind, since, ndaId })) };
  },
});
