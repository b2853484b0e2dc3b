import { pagesById } from '../../platform/postgres/pages-by-id.js';
import { livingNdas } from '../living-ndas.js';

/**
 * Finds NDAs for which Party 1 paid, which Party 2 will sign by link, and whose Party 2 was never invited;
 * ordered by id.
 */
export const ndasOwingInvitations = pagesById(`SELECT id FROM ${livingNdas()} WHERE invite_owed`);
