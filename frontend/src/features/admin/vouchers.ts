import type { Page, VoucherView } from '@siegel/contracts/admin/views';
import { VOUCHER_PAGE_SIZE } from '@siegel/contracts/limits';
import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { api } from '../../lib/api.js';

const VOUCHERS = '/api/admin/vouchers';

export type VoucherState = 'available' | 'used' | 'expired';

/** Derived, never stored (rule:voucher-state-is-derived). */
export function voucherState(voucher: Pick<VoucherView, 'isUsed' | 'expiresAt'>, now: Date): VoucherState {
  if (voucher.isUsed) return 'used';
  return new Date(voucher.expiresAt) < now ? 'expired' : 'available';
}

/** Newest first, as the server sends them. */
export function useVouchers(page: number) {
  return useQuery({
    queryKey: [VOUCHERS, page],
    queryFn: ({ signal }) =>
      api.get<Page<VoucherView>>(`${VOUCHERS}?page=${page}&pageSize=${VOUCHER_PAGE_SIZE}`, { signal }),
    placeholderData: keepPreviousData,
  });
}

function useVoucherMutation<Input, Output>(call: (input: Input) => Promise<Output>) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: call,
    onSuccess: () => client.invalidateQueries({ queryKey: [VOUCHERS] }),
  });
}

export function useGenerateVoucher() {
  return useVoucherMutation<undefined, VoucherView>(() => api.post(VOUCHERS, {}));
}

export function useRenameVoucher() {
  return useVoucherMutation(({ id, recipientName }: { id: string; recipientName: string }) =>
    api.patch<VoucherView>(`${VOUCHERS}/${encodeURIComponent(id)}/recipient`, { recipientName }),
  );
}

export function useDeleteVoucher() {
  return useVoucherMutation((id: string) => api.delete<undefined>(`${VOUCHERS}/${encodeURIComponent(id)}`));
}
