import {
  cents,
  count,
  flag,
  listOf,
  literal,
  membersOf,
  named,
  nullable,
  objectOf,
  oneOf,
  optional,
  type Schema,
  sha256,
  text,
  textWith,
  timestamp,
  uuid,
} from '../schema.js';
import { OBLIGATION_KINDS, READING_KINDS } from '../enums.js';
import { SEARCH_HITS_MAX } from '../limits.js';
import type { NdaView } from '../nda/view.js';
import { ndaSchema } from '../nda/view.schema.js';
import type {
  AdminCheckView,
  AdminNdaView,
  ErasingView,
  LegalHoldView,
  LoginView,
  NdaListItem,
  ObligationView,
  Page,
  ReadingView,
  SearchPage,
  VoucherView,
} from './views.js';

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

export const pageOf = <Item>(items: Schema<Item>): Schema<Page<Item>> =>
  objectOf<Page<Item>>({ items: listOf(items), total: count, page: count, pageSize: count });

export const searchPageOf = <Item>(items: Schema<Item>): Schema<SearchPage<Item>> =>
  objectOf<SearchPage<Item>>({
    items: listOf(items),
    total: { ...count, description: `Of a search at most ${SEARCH_HITS_MAX}` },
    page: count,
    pageSize: count,
    totalIsEstimate: flag,
  });

export const voucherPageSchema = named('VoucherPage', searchPageOf(voucherSchema));

export const legalHoldSchema: Schema<LegalHoldView> = named(
  'LegalHold',
  objectOf<LegalHoldView>({ since: timestamp, reason: nullable(text) }),
);

/** N for whoever may read it: only the admin is told of a legal hold. */
export const readNdaSchema: Schema<NdaView & Partial<Pick<AdminNdaView, 'legalHold'>>> = named(
  'NdaRead',
  objectOf<NdaView & Partial<Pick<AdminNdaView, 'legalHold'>>>({
    ...membersOf(ndaSchema),
    legalHold: optional(nullable(legalHoldSchema)),
  }),
);

const {
  party1Signature: _party1Signature,
  party2Signature: _party2Signature,
  ...listedMembers
} = membersOf(ndaSchema);

export const ndaListItemSchema: Schema<NdaListItem> = named(
  'NdaListItem',
  objectOf<NdaListItem>({ ...listedMembers, legalHold: nullable(legalHoldSchema) }),
);

export const ndaPageSchema = named('NdaPage', searchPageOf(ndaListItemSchema));

export const erasingSchema: Schema<ErasingView> = named(
  'Erasing',
  objectOf<ErasingView>({ status: literal('erasing') }),
);

export const readingPageSchema = named(
  'ReadingPage',
  pageOf(
    named(
      'Reading',
      objectOf<ReadingView>({ at: timestamp, role, session: sha256, what: oneOf(READING_KINDS) }),
    ),
  ),
);

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
