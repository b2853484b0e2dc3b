import { pagesById } from '../../platform/postgres/pages-by-id.js';
import { KEY_OWED } from '../agreement.entity.js';

/** NDAs that are erased and whose key is not destroyed as far as recorded, in the order of their ids. */
export const ndasOwingKeyDestruction = pagesById(`SELECT id FROM ndas WHERE ${KEY_OWED}`);
