import type { AdminCheckView, LoginView } from '@siegel/contracts/admin/views';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { api } from '../../lib/api.js';
import { forgetConversation } from '../assistant/forget-conversation.js';

const CHECK_KEY = ['/api/admin/check'];

/** Asked anew each time the dashboard opens: the server decides, not the cache. */
export function useAdminCheck() {
  return useQuery<AdminCheckView>({ queryKey: CHECK_KEY, staleTime: 0, gcTime: 0 });
}

export function useLogin() {
  return useMutation({
    mutationFn: (password: string) => api.post<LoginView>('/api/admin/login', { password }),
  });
}

/** Ends the session on the server and forgets everything read with it. */
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
