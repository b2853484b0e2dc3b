import type { Sweep } from '../eventsourcing/reactions/reaction.js';
import { deliverJob } from './deliver-when-completed-and-paid.js';

/** Most obligations given back at once; the next round finds the rest. */
const LIMIT = 500;

/** Finds the ids of NDAs that are signed and paid and not sent. */
export type FindUnsent = (limit: number) => Promise<readonly string[]>;

/** Everything that is signed and paid and not sent: 'sending' (rule:completed-and-paid-is-sending). */
export const owedDeliveries = (findUnsent: FindUnsent): Sweep => ({
  name: 'owed-deliveries',
  find: async () => (await findUnsent(LIMIT)).map(deliverJob),
});
