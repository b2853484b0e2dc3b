import { pagesById } from '../../platform/postgres/pages-by-id.js';
import { livingNdas } from '../living-ndas.js';

/**
 * NDAs that are paid, will be signed by link, and whose Party 2 was never invited, in the order of their ids.
 */
export const ndasOwingInvitations = pagesById(`SELECT id FROM ${livingNdas()} WHERE invite_owed`);
