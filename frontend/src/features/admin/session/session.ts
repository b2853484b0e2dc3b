import type { AdminCheckView, LoginView } from '@siegel/contracts/admin/views';
import { type QueryClient, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useCallback, useSyncExternalStore } from 'react';
import { ApiError } from '../../../lib/api-error.js';
import { api } from '../../../lib/api.js';
import { CookieLost } from '../../../lib/cookies.js';
import { forgetConversation } from '../../assistant/forget-conversation.js';

const CHECK_KEY = ['/api/admin/check'];
/**
 * Mutation key of the login. A response with the status 401 to the login means a wrong password, not the end
 * of a session.
 */
const LOGIN = 'login';

/**
 * Returns the user's role. The role is fetched whenever an admin page opens, because a cached role may be
 * outdated.
 */
export function useAdminCheck() {
  return useQuery<AdminCheckView>({ queryKey: CHECK_KEY, staleTime: 0, gcTime: 0 });
}

/**
 * Logs in. Then checks that the browser has kept the session cookie, and rejects with CookieLost if it has
 * not. If the request for this check fails, the login still resolves, and the next page reports the failure.
 */
async function login(password: string): Promise<LoginView> {
  const view = await api.post<LoginView>('/api/admin/login', { password });
  const check = await api.get<AdminCheckView>(CHECK_KEY.join('/')).catch(() => undefined);
  if (check?.role === null) throw new CookieLost();
  return view;
}

export function useLogin() {
  return useMutation({
    mutationKey: [LOGIN],
    mutationFn: login,
  });
}

/** Ends the session on the server and forgets all data that was fetched in the session. */
export function useLogout() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: () => api.post<undefined>('/api/admin/logout'),
    onSuccess: () => {
      client.clear();
      forgetConversation();
    },
  });
}

const isOver = (error: unknown): boolean => error instanceof ApiError && error.status === 401;

const hasRefusedCall = (client: QueryClient): boolean =>
  client
    .getQueryCache()
    .getAll()
    .some(({ state }) => isOver(state.error)) ||
  client
    .getMutationCache()
    .getAll()
    .some(({ state, options }) => options.mutationKey?.[0] !== LOGIN && isOver(state.error));

/** True if the server refused a call of this page because the session has ended. */
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
  return useSyncExternalStore(subscribe, () => hasRefusedCall(client));
}

/** Called after a new login. Forgets the refused calls, and fetches all data on the screen again. */
export function resume(client: QueryClient): void {
  for (const mutation of client.getMutationCache().getAll())
    if (isOver(mutation.state.error)) client.getMutationCache().remove(mutation);
  client.removeQueries({ type: 'inactive', predicate: ({ state }) => isOver(state.error) });
  void client.invalidateQueries();
}
