import { toasts } from '../components/toast-store.js';
import { createQueryClient } from '../lib/query-client.js';

/** The answers that an application has read. There is one client per document. */
export const queryClient = createQueryClient(toasts.clear);
