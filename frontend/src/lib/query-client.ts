import { QueryClient, type QueryFunction } from '@tanstack/react-query';
import { api } from './api.js';
import { ApiError } from './api-error.js';

/** What a query does with a 401: throw it, or take it as 'nobody'. */
export type OnUnauthenticated = 'throw' | 'null';

/** The key's parts joined are the address: `['/api/ndas', id]` reads `/api/ndas/{id}`. */
export function keyedGet<T>(onUnauthenticated: OnUnauthenticated = 'throw'): QueryFunction<T | null> {
  return async ({ queryKey, signal }) => {
    try {
      return await api.get<T>(queryKey.join('/'), { signal });
    } catch (error) {
      if (onUnauthenticated === 'null' && error instanceof ApiError && error.status === 401) return null;
      throw error;
    }
  };
}

/** Never stale, no refetch on focus, no polling, no retries (rule:no-hidden-requests). */
export function createQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: {
        queryFn: keyedGet(),
        staleTime: Number.POSITIVE_INFINITY,
        refetchOnWindowFocus: false,
        refetchInterval: false,
        retry: false,
      },
      mutations: { retry: false },
    },
  });
}
