import { MutationCache, QueryClient, type QueryFunction, replaceEqualDeep } from '@tanstack/react-query';
import { api } from './api.js';

/**
 * Requests the address that results from joining the parts of the query key with `/`. The key `['/api/ndas',
 * id]` requests `/api/ndas/{id}`.
 */
const keyedGet: QueryFunction = ({ queryKey, signal }) => api.get(queryKey.join('/'), { signal });

const revisionOf = (value: unknown): number => {
  const revision: unknown = typeof value === 'object' && value !== null ? Reflect.get(value, 'revision') : 0;
  return typeof revision === 'number' ? revision : 0;
};

/** True for an NDA in which nothing can be changed at the moment. */
const isClosedNda = (value: unknown): boolean =>
  typeof value === 'object' && value !== null && typeof Reflect.get(value, 'untrustedSince') === 'string';

/**
 * Returns the newer of two versions of an NDA. A slow response thus cannot replace the newer version that a
 * mutation has returned in the meantime. A closed NDA is always the newer version: its revision is that of the
 * last event that counts, which may be lower than before (rule:first-fault-closes-the-stream).
 */
const newestOfBoth = (known: unknown, next: unknown): unknown =>
  revisionOf(next) < revisionOf(known) && !isClosedNda(next) ? known : replaceEqualDeep(known, next);

/**
 * Returns a client whose data never become stale: no refetch on focus, no polling, no retries
 * (rule:no-hidden-requests). Without a connection a call fails at once, because a person is waiting for the
 * response.
 * @param beforeAct called before each mutation
 */
export function createQueryClient(beforeAct?: () => void): QueryClient {
  const client = new QueryClient({
    mutationCache: new MutationCache({ onMutate: () => beforeAct?.() }),
    defaultOptions: {
      queries: {
        queryFn: keyedGet,
        staleTime: Number.POSITIVE_INFINITY,
        refetchOnWindowFocus: false,
        refetchInterval: false,
        retry: false,
        networkMode: 'always',
      },
      mutations: { retry: false, networkMode: 'always' },
    },
  });
  client.setQueryDefaults(['/api/ndas'], { structuralSharing: newestOfBoth });
  return client;
}
