import { toasts } from '../components/toast-store.js';
import { createQueryClient } from '../lib/query-client.js';

/** Caches the answers that an application has received. There is one client per document. */
export const queryClient = createQueryClient(toasts.clear);
