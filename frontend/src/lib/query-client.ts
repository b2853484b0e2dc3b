import { MutationCache, QueryClient, type QueryFunction, replaceEqualDeep } from '@tanstack/react-query';
import { api } from './api.js';

/** The key's parts joined are the address: `['/api/ndas', id]` reads `/api/ndas/{id}`. */
const keyedGet: QueryFunction = ({ queryKey, signal }) => api.get(queryKey.join('/'), { signal });

const revisionOf = (value: unknown): number => {
  const revision: unknown = typeof value === 'object' && value !== null ? Reflect.get(value, 'revision') : 0;
  return typeof revision === 'number' ? revision : 0;
};

/**
 * The newer of two versions of an NDA. An answer that was overtaken by the answer to a mutation changes
 * nothing.
 */
const newestOfBoth = (known: unknown, next: unknown): unknown =>
  revisionOf(next) < revisionOf(known) ? known : replaceEqualDeep(known, next);

/**
 * A client whose data never become stale: no refetch on focus, no polling, no retries
 * (rule:no-hidden-requests). Without a connection a call fails at once, since a person waits for its answer.
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
