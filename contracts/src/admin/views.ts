import type { Role } from '../enums.js';

/** 200 of `POST /api/admin/login`. */
export interface LoginView {
  role: Role;
}

/** `GET /api/admin/check`: never 401. */
export interface AdminCheckView {
  isAdmin: boolean;
  role: Role | null;
}

/** A voucher as the admin reads it. Times are ISO 8601 UTC; absent values are null. */
export interface VoucherView {
  id: string;
  /** `NDA-XXXX-XXXX`; empty once it is gone, and so is the recipient (rule:voucher-key-goes). */
  code: string;
  category: string;
  recipientName: string | null;
  isUsed: boolean;
  usedAt: string | null;
  usedByNdaId: string | null;
  expiresAt: string;
  createdAt: string;
  deletedAt: string | null;
}

export interface Page<Item> {
  items: Item[];
  /** Of all pages. */
  total: number;
  /** Counted from 1. */
  page: number;
  pageSize: number;
}
