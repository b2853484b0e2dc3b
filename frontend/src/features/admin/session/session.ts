import type { AdminCheckView, LoginView } from '@siegel/contracts/admin/views';
import { type QueryClient, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useCallback, useSyncExternalStore } from 'react';
import { ApiError } from '../../../lib/api-error.js';
import { api } from '../../../lib/api.js';

const CHECK_KEY = ['/api/admin/check'];
/** A wrong password is no end of a session. */
const LOGIN = 'login';

/** Asked anew each time a page of the office opens: the server decides, not the cache. */
export function useAdminCheck() {
  return useQuery<AdminCheckView>({ queryKey: CHECK_KEY, staleTime: 0, gcTime: 0 });
}

export function useLogin() {
  return useMutation({
    mutationKey: [LOGIN],
    mutationFn: (password: string) => api.post<LoginView>('/api/admin/login', { password }),
  });
}

/** Ends the session on the server and forgets everything read with it. */
export function useLogout() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: () => api.post<undefined>('/api/admin/logout'),
    onSuccess: () => client.clear(),
  });
}

const isOver = (error: unknown): boolean => error instanceof ApiError && error.status === 401;

const asksInVain = (client: QueryClient): boolean =>
  client
    .getQueryCache()
    .getAll()
    .some(({ state }) => isOver(state.error)) ||
  client
    .getMutationCache()
    .getAll()
    .some(({ state, options }) => options.mutationKey?.[0] !== LOGIN && isOver(state.error));

/** Whether a call of this page was refused because nobody is logged in any more. */
export function useSessionEnded(): boolean {
  const client = useQueryClient();
  const subscribe = useCallback(
    (onChange: () => void) => {
      const stops = [client.getQueryCache(), client.getMutationCache()].map((cache) =>
        cache.subscribe(onChange),
      );
      return () => stops.forEach((stop) => stop());
    },
    [client],
  );
  return useSyncExternalStore(subscribe, () => asksInVain(client));
}

/** After a new login: what was refused is forgotten, and everything that is shown is asked for again. */
export function resume(client: QueryClient): void {
  for (const mutation of client.getMutationCache().getAll())
    if (isOver(mutation.state.error)) client.getMutationCache().remove(mutation);
  client.removeQueries({ type: 'inactive', predicate: ({ state }) => isOver(state.error) });
  void client.invalidateQueries();
}
