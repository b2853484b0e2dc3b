import { OBLIGATION_KINDS, READING_KINDS } from '../enums.js';
import { SEARCH_HITS_MAX } from '../limits.js';
import { ndaMembers, type NdaView } from '../nda/view.js';
import {
  cents,
  count,
  described,
  flag,
  listOf,
  literal,
  named,
  namedObject,
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
  type ViewOf,
} from '../schema.js';

const role = oneOf(['admin', 'auditor']);

export const loginSchema = namedObject('Login', { role });
/** Body of the 200 response to `POST /api/admin/login`. */
export interface LoginView extends ViewOf<typeof loginSchema> {}

export const adminCheckSchema = namedObject('AdminCheck', { isAdmin: flag, role: nullable(role) });
/** `GET /api/admin/check`. It never answers 401. */
export interface AdminCheckView extends ViewOf<typeof adminCheckSchema> {}

export interface Page<Item> {
  readonly items: readonly Item[];
  /** The number of items on all pages together. */
  readonly total: number;
  /** Counted from 1. */
  readonly page: number;
  readonly pageSize: number;
}

export const pageOf = <Item>(items: Schema<Item>): Schema<Page<Item>> =>
  objectOf({ items: listOf(items), total: count, page: count, pageSize: count });

/**
 * A page of a list or of search results. A page of search results may have fewer items than `pageSize`,
 * because false hits of the search index are left out.
 */
export interface SearchPage<Item> extends Page<Item> {
  /**
   * True if the `total` of a search is an estimate. Such a `total` is the number of hits in the search index,
   * up to 1 000. The number of items that really match may be higher or lower.
   */
  readonly totalIsEstimate: boolean;
}

export const searchPageOf = <Item>(items: Schema<Item>): Schema<SearchPage<Item>> =>
  objectOf({
    items: listOf(items),
    total: described(`Number of all items. For a search at most ${SEARCH_HITS_MAX}`, count),
    page: count,
    pageSize: count,
    totalIsEstimate: flag,
  });

export const voucherSchema = namedObject('Voucher', {
  id: sha256,
  /** rule:voucher-key-goes */
  code: textWith({
    pattern: '^(?:NDA-[A-Z0-9]{4}-[A-Z0-9]{4})?$',
    description: 'Empty after the code was destroyed',
  }),
  category: text,
  recipientName: nullable(text),
  isUsed: flag,
  usedAt: nullable(timestamp),
  usedByNdaId: nullable(uuid),
  expiresAt: timestamp,
  createdAt: timestamp,
  deletedAt: nullable(timestamp),
});
/** A voucher as the admin reads it. */
export interface VoucherView extends ViewOf<typeof voucherSchema> {}

export const voucherPageSchema = named('VoucherPage', searchPageOf(voucherSchema));

export const legalHoldSchema = namedObject('LegalHold', {
  since: timestamp,
  reason: described('Null if the key of the NDA no longer exists', nullable(text)),
});
/** A legal hold. While it is in place, nothing of the NDA is erased. */
export interface LegalHoldView extends ViewOf<typeof legalHoldSchema> {}
const legalHold = nullable(legalHoldSchema);

/** The NDA in responses to every reader who may read it. Only the admin sees a legal hold. */
export const readNdaSchema = namedObject('NdaRead', { ...ndaMembers, legalHold: optional(legalHold) });

/** The NDA as the admin reads it. */
export type AdminNdaView = NdaView & { readonly legalHold: LegalHoldView | null };

const { party1Signature: _party1Signature, party2Signature: _party2Signature, ...listedMembers } = ndaMembers;

const ndaListItemSchema = namedObject('NdaListItem', { ...listedMembers, legalHold });
/** An NDA in a list, without the addresses of its signatures. */
export interface NdaListItem extends ViewOf<typeof ndaListItemSchema> {}

export const ndaPageSchema = named('NdaPage', searchPageOf(ndaListItemSchema));

export const erasingSchema = namedObject('Erasing', { status: literal('erasing') });
/**
 * Body of the 202 response to `DELETE /api/admin/ndas/{id}`. The NDA is already erased for every reader, but
 * its key is still being destroyed.
 */
export interface ErasingView extends ViewOf<typeof erasingSchema> {}

export const chatSchema = namedObject('ChatAnswer', {
  response: described('The answer of the model. Its last lines list the figures and their source', text),
});
/** Body of the 200 response to `POST /api/admin/chat`. */
export interface ChatView extends ViewOf<typeof chatSchema> {}

const readingSchema = namedObject('Reading', {
  at: timestamp,
  role,
  session: described('Keyed hash of the session', sha256),
  what: oneOf(READING_KINDS),
});
/** One occasion on which personal data of an NDA was shown (rule:readings-are-recorded). */
export interface ReadingView extends ViewOf<typeof readingSchema> {}

export const readingPageSchema = named('ReadingPage', pageOf(readingSchema));

export const obligationSchema = namedObject('Obligation', {
  id: described(
    'Id of the event that created the obligation. Two obligations of different kinds may have the same id. `tampering` has a fixed id',
    uuid,
  ),
  kind: oneOf(OBLIGATION_KINDS),
  ndaId: described('Null if the obligation concerns no NDA', nullable(uuid)),
  party: described(
    'The party to which something is owed, or whose payment is concerned',
    nullable(oneOf([1, 2])),
  ),
  reference: described(
    "Name under which to find the matter elsewhere: the provider's payment or message, the voucher, or the kind of mail. Of `tampering` the number of streams in which something is broken. Of a `key-destruction` of an NDA and of a `withdrawal`, with the last error `stream_untrusted`, the closed stream",
    nullable(text),
  ),
  amount: nullable(cents),
  currency: nullable(text),
  since: timestamp,
  attempts: described('Number of failed attempts, as far as they were recorded', count),
  lastError: described('Stable code of the last error', nullable(text)),
  nextTryAt: nullable(timestamp),
  closable: described('True if a person has to end the obligation', flag),
});
/** Something that is owed to somebody (rule:obligations). The view contains no personal data. */
export interface ObligationView extends ViewOf<typeof obligationSchema> {}

export const obligationPageSchema = named('ObligationPage', pageOf(obligationSchema));
