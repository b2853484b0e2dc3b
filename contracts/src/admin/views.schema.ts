import {
  cents,
  count,
  flag,
  listOf,
  named,
  nullable,
  objectOf,
  oneOf,
  type Schema,
  sha256,
  text,
  textWith,
  timestamp,
  uuid,
} from '../schema.js';
import { OBLIGATION_KINDS } from '../enums.js';
import type { AdminCheckView, LoginView, ObligationView, Page, VoucherView } from './views.js';

const role = oneOf(['admin', 'auditor']);

export const loginSchema: Schema<LoginView> = named('Login', objectOf<LoginView>({ role }));

export const adminCheckSchema: Schema<AdminCheckView> = named(
  'AdminCheck',
  objectOf<AdminCheckView>({ isAdmin: flag, role: nullable(role) }),
);

export const voucherSchema: Schema<VoucherView> = named(
  'Voucher',
  objectOf<VoucherView>({
    id: sha256,
    code: textWith({
      pattern: '^(?:NDA-[A-Z0-9]{4}-[A-Z0-9]{4})?$',
      description: 'Empty once it was destroyed',
    }),
    category: text,
    recipientName: nullable(text),
    isUsed: flag,
    usedAt: nullable(timestamp),
    usedByNdaId: nullable(uuid),
    expiresAt: timestamp,
    createdAt: timestamp,
    deletedAt: nullable(timestamp),
  }),
);

const pageOf = <Item>(items: Schema<Item>): Schema<Page<Item>> =>
  objectOf<Page<Item>>({ items: listOf(items), total: count, page: count, pageSize: count });

export const voucherPageSchema = named('VoucherPage', pageOf(voucherSchema));

export const obligationSchema: Schema<ObligationView> = named(
  'Obligation',
  objectOf<ObligationView>({
    id: uuid,
    kind: oneOf(OBLIGATION_KINDS),
    ndaId: nullable(uuid),
    party: nullable(oneOf([1, 2])),
    reference: nullable(text),
    amount: nullable(cents),
    currency: nullable(text),
    since: timestamp,
    attempts: count,
    lastError: nullable(text),
    nextTryAt: nullable(timestamp),
    closable: flag,
  }),
);

export const obligationPageSchema = named('ObligationPage', pageOf(obligationSchema));
