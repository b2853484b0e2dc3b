import { legalHoldSchema, searchPageOf } from '../admin/views.schema.js';
import { NDA_STATUSES } from '../enums.js';
import { EVENT_PAGE_MAX } from '../limits.js';
import { SEALED_TERMS } from '../nda/term-fields.js';
import { ndaSchema } from '../nda/view.schema.js';
import {
  count,
  day,
  flag,
  type JsonSchema,
  listOf,
  membersOf,
  named,
  nullable,
  objectOf,
  oneOf,
  type Schema,
  sha256,
  text,
  timestamp,
  uuid,
} from '../schema.js';
import { type FieldValue, REPLAYED_FIELDS, type ReplayedNda } from './fields.js';
import {
  ACTORS,
  type AuditedEventsView,
  type AuditedEventView,
  type AuditedNdaView,
  CAUSES,
  type CauseView,
  type DocumentOfRecordView,
  type FieldChange,
  type NdaAtView,
  UNREADABLE,
} from './views.js';

export const auditedNdaPageSchema = named(
  'AuditedNdaPage',
  searchPageOf(
    named(
      'AuditedNda',
      objectOf<AuditedNdaView>({
        id: uuid,
        ideaTitle: nullable(text),
        party1Name: nullable(text),
        party2Name: nullable(text),
        status: oneOf(NDA_STATUSES),
        createdAt: timestamp,
        lastAt: timestamp,
        events: count,
        erasedAt: nullable(timestamp),
        legalHold: nullable(legalHoldSchema),
      }),
    ),
  ),
);

const anyObject: Schema<object | null> = {
  type: ['object', 'null'],
  description: 'Open and sealed parts together; null where part of them cannot be read',
};

const auditedEventSchema: Schema<AuditedEventView> = named(
  'AuditedEvent',
  objectOf<AuditedEventView>({
    revision: count,
    eventId: uuid,
    type: text,
    version: count,
    known: flag,
    at: timestamp,
    actor: oneOf(ACTORS),
    data: anyObject,
    erased: flag,
    unreadable: nullable(oneOf(UNREADABLE)),
    ip: nullable(text),
    userAgent: nullable(text),
    commandId: text,
    cause: objectOf<CauseView>({
      by: oneOf(CAUSES),
      eventId: nullable(text),
      revision: nullable(count),
    }),
    hash: sha256,
    previousHash: sha256,
  }),
);

export const auditedEventsSchema: Schema<AuditedEventsView> = named(
  'AuditedEvents',
  objectOf<AuditedEventsView>({
    items: listOf(auditedEventSchema, { maxItems: EVENT_PAGE_MAX }),
    total: count,
  }),
);

const fieldValue: Schema<FieldValue> = {
  type: ['string', 'number', 'boolean', 'array', 'null'],
  items: { type: 'string' },
};

const changeSchema: Schema<FieldChange> = named(
  'FieldChange',
  objectOf<FieldChange>({
    field: oneOf(REPLAYED_FIELDS),
    before: fieldValue,
    after: fieldValue,
    gone: flag,
  }),
);

const documentOfRecordSchema: Schema<DocumentOfRecordView> = named(
  'DocumentOfRecord',
  objectOf<DocumentOfRecordView>({
    documentHash: sha256,
    sealedAt: timestamp,
    revision: count,
    pages: count,
    bytes: count,
  }),
);

/** What is sealed may be gone. */
const replayedNdaSchema = (): Schema<ReplayedNda> => {
  const members = membersOf(ndaSchema) as Readonly<Record<string, JsonSchema>>;
  const sealed = [...SEALED_TERMS, 'agreementHash'].map((field) => [
    field,
    nullable(members[field] as Schema<unknown>),
  ]);
  return named(
    'ReplayedNda',
    objectOf<ReplayedNda>({
      ...members,
      ...Object.fromEntries(sealed),
      legalHold: nullable(legalHoldSchema),
    } as Parameters<typeof objectOf<ReplayedNda>>[0]),
  );
};

export const ndaAtSchema: Schema<NdaAtView> = named(
  'NdaAt',
  objectOf<NdaAtView>({
    revision: count,
    at: timestamp,
    nda: nullable(replayedNdaSchema()),
    issueDate: nullable(day),
    unreadable: nullable(oneOf(UNREADABLE)),
    document: nullable(documentOfRecordSchema),
    changes: listOf(changeSchema),
  }),
);
