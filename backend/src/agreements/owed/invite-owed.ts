import { pagesById } from '../../platform/postgres/pages-by-id.js';
import { livingNdas } from '../living-ndas.js';

/**
 * Finds the NDAs whose invitation is owed, ordered by id. In such an NDA Party 1 has paid, Party 2 will sign
 * by link, and Party 2 was never invited.
 */
export const ndasOwingInvitations = pagesById(`SELECT id FROM ${livingNdas()} WHERE invite_owed`);
