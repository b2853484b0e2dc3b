import { pagesById } from '../../platform/postgres/pages-by-id.js';
import { KEY_OWED } from '../agreement.entity.js';

/** Finds erased NDAs whose key is not recorded as destroyed, ordered by id. */
export const ndasOwingKeyDestruction = pagesById(`SELECT id FROM ndas WHERE ${KEY_OWED}`);
