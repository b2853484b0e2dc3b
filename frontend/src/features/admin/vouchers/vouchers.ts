import type { VoucherView } from '@siegel/contracts/admin/views';
import type { VoucherState } from '@siegel/contracts/enums';
import { VOUCHER_PAGE_SIZE } from '@siegel/contracts/limits';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { api } from '../../../lib/api.js';
import type { RowsRequest } from '../lists/use-searched-list.js';
import { useSearchedPage } from '../lists/use-searched-page.js';

const VOUCHERS = '/api/admin/vouchers';

const ORDER: Readonly<Record<VoucherState, number>> = { available: 0, used: 1, expired: 2 };
/**
 * Every state, in display order. If the list were in the contracts package, the first view of every page
 * would load it.
 */
export const STATES = Object.keys(ORDER) as VoucherState[];

/** Returns a voucher's state. The state is derived, never stored (rule:voucher-state-is-derived). */
export function voucherState(voucher: Pick<VoucherView, 'isUsed' | 'expiresAt'>, now: Date): VoucherState {
  if (voucher.isUsed) return 'used';
  return new Date(voucher.expiresAt) < now ? 'expired' : 'available';
}

/** Fetches one page of vouchers in the server's order: newest first. */
export const useVouchers = (request: RowsRequest<VoucherState>) =>
  useSearchedPage<VoucherView>(VOUCHERS, VOUCHER_PAGE_SIZE, request);

function useVoucherMutation<Input, Output>(call: (input: Input) => Promise<Output>) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: call,
    onSuccess: () => client.invalidateQueries({ queryKey: [VOUCHERS] }),
  });
}

/** The server requires neither of these fields. If the recipient is empty, the field is not sent. */
export interface NewVoucher {
  readonly category: string;
  readonly recipientName: string;
}

export function useGenerateVoucher() {
  return useVoucherMutation<NewVoucher, VoucherView>(({ category, recipientName }) =>
    api.post(VOUCHERS, { category, ...(recipientName === '' ? {} : { recipientName }) }),
  );
}

export function useRenameVoucher() {
  return useVoucherMutation(({ id, recipientName }: { id: string; recipientName: string }) =>
    api.patch<VoucherView>(`${VOUCHERS}/${encodeURIComponent(id)}/recipient`, { recipientName }),
  );
}

export function useDeleteVoucher() {
  return useVoucherMutation((id: string) => api.delete<undefined>(`${VOUCHERS}/${encodeURIComponent(id)}`));
}
