import { MutationCache, QueryClient, type QueryFunction } from '@tanstack/react-query';
import { api } from './api.js';

/** The key's parts joined are the address: `['/api/ndas', id]` reads `/api/ndas/{id}`. */
const keyedGet: QueryFunction = ({ queryKey, signal }) => api.get(queryKey.join('/'), { signal });

/**
 * Never stale, no refetch on focus, no polling, no retries (rule:no-hidden-requests). Without a connection a call
 * fails at once, and does not wait for one: somebody waits for its answer.
 * @param beforeAct called before each mutation
 */
export function createQueryClient(beforeAct?: () => void): QueryClient {
  return new QueryClient({
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
}
