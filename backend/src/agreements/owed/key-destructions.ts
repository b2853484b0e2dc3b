import { pagesById } from '../../platform/postgres/pages-by-id.js';
import { KEY_OWED } from '../agreement.entity.js';

/** Finds erased NDAs without an event that records the destruction of their key. Ordered by id. */
export const ndasOwingKeyDestruction = pagesById(`SELECT id FROM ndas WHERE ${KEY_OWED}`);
