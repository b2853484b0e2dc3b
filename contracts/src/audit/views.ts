import { legalHoldSchema, searchPageOf } from '../admin/views.js';
import { NDA_STATUSES } from '../enums.js';
import { EVENT_PAGE_MAX } from '../limits.js';
import { SEALED_TERMS } from '../nda/term-fields.js';
import { ndaMembers } from '../nda/view.js';
import {
  count,
  day,
  described,
  eachNullable,
  flag,
  listOf,
  named,
  namedObject,
  nullable,
  objectOf,
  oneOf,
  picked,
  type Schema,
  sha256,
  text,
  timestamp,
  uuid,
  type ViewOf,
} from '../schema.js';
import { type FieldValue, REPLAYED_FIELDS } from './fields.js';

const auditedNdaSchema = namedObject('AuditedNda', {
  id: uuid,
  ideaTitle: nullable(text),
  party1Name: nullable(text),
  party2Name: nullable(text),
  status: oneOf(NDA_STATUSES),
  createdAt: timestamp,
  lastAt: described('Time of the newest event', timestamp),
  events: described('Number of events', count),
  erasedAt: nullable(timestamp),
  legalHold: nullable(legalHoldSchema),
  untrustedSince: ndaMembers.untrustedSince,
});
/**
 * The history of one NDA, as an item of the audit list. Title and names are null if they can no longer be
 * read.
 */
export interface AuditedNdaView extends ViewOf<typeof auditedNdaSchema> {}

export const auditedNdaPageSchema = named('AuditedNdaPage', searchPageOf(auditedNdaSchema));

export const ACTORS = ['party1', 'party2', 'anybody', 'admin', 'auditor', 'system'] as const;

/** Kinds of causes that an event can have (rule:every-event-has-a-cause). */
export const CAUSES = ['person', 'provider', 'clock', 'event', 'operator'] as const;
export type CauseKind = (typeof CAUSES)[number];

const causeSchema = objectOf({
  by: oneOf(CAUSES),
  eventId: described(
    'Id of the event that led to this one. It may belong to another history',
    nullable(text),
  ),
  revision: described(
    'Revision of that event in this history, counted from 0. Null if it belongs to another history, or if there is no such event',
    nullable(count),
  ),
});
export interface CauseView extends ViewOf<typeof causeSchema> {}

/**
 * Reasons why a sealed part cannot be read. `erased`: the key was destroyed permanently. `key_missing`: the
 * database has no key. `broken`: the bytes differ from the sealed bytes.
 */
export const UNREADABLE = ['erased', 'key_missing', 'broken'] as const;
export type Unreadable = (typeof UNREADABLE)[number];
const unreadable = nullable(oneOf(UNREADABLE));

/** All data of an event except secrets (rule:no-secret-in-a-view). */
const anyObject: Schema<object | null> = {
  type: ['object', 'null'],
  description: 'Open and sealed part together. Null if one of them cannot be read',
};

const auditedEventSchema = namedObject('AuditedEvent', {
  revision: described('Counted from 0', count),
  eventId: uuid,
  type: described('Type of the event. A type that this version does not know is given as stored', text),
  version: described('Version of the event. 0 if the event cannot be read at all', count),
  known: described(
    'True if this version of the service understands the event. `nda` contains nothing of an event that it does not understand',
    flag,
  ),
  at: timestamp,
  actor: oneOf(ACTORS),
  data: anyObject,
  erased: flag,
  unreadable,
  ip: described(
    'Network address from which a person acted. Only the auditor sees it. If there is a user agent and no address, the address was not known',
    nullable(text),
  ),
  userAgent: nullable(text),
  commandId: text,
  cause: causeSchema,
  hash: sha256,
  previousHash: sha256,
});
/** An event as the admin and the auditor see it. */
export interface AuditedEventView extends ViewOf<typeof auditedEventSchema> {}

export const auditedEventsSchema = namedObject('AuditedEvents', {
  items: listOf(auditedEventSchema, { maxItems: EVENT_PAGE_MAX }),
  total: described('Number of events in the whole history', count),
  untrustedSince: described(
    'Null, unless later events are stored that are not authenticated, or the operator ended the history. Such events are not shown',
    nullable(timestamp),
  ),
});
/** `GET /api/audit/ndas/{id}/events?from&limit` */
export interface AuditedEventsView extends ViewOf<typeof auditedEventsSchema> {}

const fieldValue: Schema<FieldValue> = {
  type: ['string', 'number', 'boolean', 'array', 'null'],
  items: { type: 'string' },
};

const changeSchema = namedObject('FieldChange', {
  field: oneOf(REPLAYED_FIELDS),
  before: fieldValue,
  after: fieldValue,
  gone: described('True if the field changed and its value cannot be read any more', flag),
});
/** One field of the NDA's view (`N`) that an event changed. */
export interface FieldChange extends ViewOf<typeof changeSchema> {}

const documentOfRecordSchema = namedObject('DocumentOfRecord', {
  documentHash: described('SHA-256 of the PDF', sha256),
  sealedAt: timestamp,
  revision: described('Revision of the event that recorded the document', count),
  pages: count,
  bytes: count,
});
/** The document of record. It exists once it has been sealed. */
export interface DocumentOfRecordView extends ViewOf<typeof documentOfRecordSchema> {}

const replayedNdaSchema = namedObject('ReplayedNda', {
  ...ndaMembers,
  ...eachNullable(picked(ndaMembers, [...SEALED_TERMS, 'agreementHash'])),
  legalHold: nullable(legalHoldSchema),
});
/** The NDA's view (`N`) as it was after an event. Sealed values are null if they can no longer be read. */
export interface ReplayedNda extends ViewOf<typeof replayedNdaSchema> {}

export const ndaAtSchema = namedObject('NdaAt', {
  revision: count,
  at: described('Time of that event', timestamp),
  nda: described(
    'Null if this version understands none of the events so far as the beginning of an NDA',
    nullable(replayedNdaSchema),
  ),
  issueDate: described('Day of the agreement, in Europe/Berlin', nullable(day)),
  unreadable: described('Reason why sealed parts of `nda` are null. Null if they can be read', unreadable),
  document: nullable(documentOfRecordSchema),
  changes: described(
    'Changes since the previous revision. For revision 0 every value is a change',
    listOf(changeSchema),
  ),
});
/** `GET /api/audit/ndas/{id}/at/{revision}`, or `?time=` instead of the revision. */
export interface NdaAtView extends ViewOf<typeof ndaAtSchema> {}
