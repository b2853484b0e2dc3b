/** A voucher as the admin reads it (spec section 3). Times are ISO 8601 UTC; absent values are null. */
export interface VoucherView {
  id: string;
  /** NDA-XXXX-XXXX. */
  code: string;
  category: string;
  recipientName: string | null;
  isUsed: boolean;
  usedAt: string | null;
  usedByNdaId: string | null;
  expiresAt: string;
  createdAt: string;
}

/** `GET /api/admin/vouchers?page&pageSize`, newest first; pages count from 1. */
export interface VoucherPage {
  items: VoucherView[];
  total: number;
  page: number;
  pageSize: number;
}
