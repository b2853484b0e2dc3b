import { pagesById } from '../../platform/postgres/pages-by-id.js';
import { KEY_OWED } from '../agreement.entity.js';

/** Erased NDAs without a recorded destruction of their key, in the order of their ids. */
export const ndasOwingKeyDestruction = pagesById(`SELECT id FROM ndas WHERE ${KEY_OWED}`);
