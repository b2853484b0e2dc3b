import type { ObligationKind, Party, ReadingKind, Role } from '../enums.js';
import type { NdaView } from '../nda/view.js';

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

/**
 * Something that is owed to somebody (rule:obligations). Nothing personal. Times are ISO 8601 UTC; absent values are
 * null.
 */
export interface ObligationView {
  /** Of the event that made it; two kinds may have the same. */
  id: string;
  kind: ObligationKind;
  /** Null where it is about no NDA. */
  ndaId: string | null;
  /** Whom it is owed to, or whose payment it is about. */
  party: Party | null;
  /** What it is found by elsewhere: the provider's payment or message, the voucher, or which kind of mail. */
  reference: string | null;
  /** In the smallest unit of the currency: cents. */
  amount: number | null;
  currency: string | null;
  since: string;
  /** Failed ones, as far as they were recorded. */
  attempts: number;
  /** A stable code. */
  lastError: string | null;
  nextTryAt: string | null;
  /** A person ends it. */
  closable: boolean;
}

export interface Page<Item> {
  items: Item[];
  /** Of all pages. */
  total: number;
  /** Counted from 1. */
  page: number;
  pageSize: number;
}

/** Nothing of the NDA is erased while it stands. */
export interface LegalHoldView {
  since: string;
  /** Null where its key is gone. */
  reason: string | null;
}

/** N as the admin reads it. */
export type AdminNdaView = NdaView & { legalHold: LegalHoldView | null };

/** N in a list: without the addresses of its signatures. */
export type NdaListItem = Omit<AdminNdaView, 'party1Signature' | 'party2Signature'>;

/**
 * A page of a list that may be a search. A page of a search may be shorter than it could be: what the index took for
 * a hit and is none was left out.
 */
export interface SearchPage<Item> extends Page<Item> {
  /** Of a search the hits of the index are counted, up to 1 000: there may be more, or fewer that match. */
  totalIsEstimate: boolean;
}

/** 202 of `DELETE /api/admin/ndas/{id}`: it is erased for everybody, and its key is still being destroyed. */
export interface ErasingView {
  status: 'erasing';
}

/** That personal data of an NDA was seen (rule:readings-are-recorded). */
export interface ReadingView {
  at: string;
  role: Role;
  /** Keyed hash of the session, hexadecimal. */
  session: string;
  what: ReadingKind;
}
