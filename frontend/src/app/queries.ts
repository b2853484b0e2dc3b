import { toasts } from '../components/toast-store.js';
import { createQueryClient } from '../lib/query-client.js';

/** Caches the responses that an application has received. Each document has one client. */
export const queryClient = createQueryClient(toasts.clear);
