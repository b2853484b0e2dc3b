import type { LegalHoldView } from '../admin/views.js';
import type { NdaStatus } from '../enums.js';
import type { FieldValue, ReplayedField, ReplayedNda } from './fields.js';

/** An NDA's history in the list of the audit. Title and names are null where they cannot be read any more. */
export interface AuditedNdaView {
  id: string;
  ideaTitle: string | null;
  party1Name: string | null;
  party2Name: string | null;
  status: NdaStatus;
  createdAt: string;
  /** Of its newest event. */
  lastAt: string;
  /** How many there are. */
  events: number;
  erasedAt: string | null;
  legalHold: LegalHoldView | null;
}

export const ACTORS = ['party1', 'party2', 'anybody', 'admin', 'auditor', 'system'] as const;

/** What brings an event about (rule:every-event-has-a-cause). */
export const CAUSES = ['person', 'provider', 'clock', 'event', 'operator'] as const;
export type CauseKind = (typeof CAUSES)[number];

export interface CauseView {
  by: CauseKind;
  /** Of the event that it followed; it may be of another history. */
  eventId: string | null;
  /** Where that event stands in this history, counted from 0; null where it is of another one, or there is none. */
  revision: number | null;
}

/** Why a sealed part cannot be read: destroyed for good, no key here, or bytes that are not those sealed. */
export const UNREADABLE = ['erased', 'key_missing', 'broken'] as const;
export type Unreadable = (typeof UNREADABLE)[number];

/** An event as admin and auditor read it. Times are ISO 8601 UTC. */
export interface AuditedEventView {
  /** Counted from 0. */
  revision: number;
  eventId: string;
  /** As stored where it is none that this version knows. */
  type: string;
  /** 0 where the event cannot be read at all. */
  version: number;
  /** Whether this version of the service knows what the event says; nothing of another is in `nda`. */
  known: boolean;
  at: string;
  actor: (typeof ACTORS)[number];
  /** What it says, but for secrets (rule:no-secret-in-a-view); null where part of it cannot be read. */
  data: object | null;
  erased: boolean;
  unreadable: Unreadable | null;
  /** From where a person acted, for the auditor only. With a user agent and no address, nobody knew the address. */
  ip: string | null;
  userAgent: string | null;
  commandId: string;
  cause: CauseView;
  hash: string;
  previousHash: string;
}

/** `GET /api/audit/ndas/{id}/events?from&limit` */
export interface AuditedEventsView {
  items: AuditedEventView[];
  /** Of the whole history. */
  total: number;
}

/** What an event changed in N. */
export interface FieldChange {
  field: ReplayedField;
  before: FieldValue;
  after: FieldValue;
  /** It changed, and what it says cannot be read any more. */
  gone: boolean;
}

/** The document of record, from its sealing on. */
export interface DocumentOfRecordView {
  /** SHA-256 of the PDF. */
  documentHash: string;
  sealedAt: string;
  /** Of the event that tells of it. */
  revision: number;
  pages: number;
  bytes: number;
}

/** `GET /api/audit/ndas/{id}/at/{revision}`, and `?time=`. */
export interface NdaAtView {
  revision: number;
  /** When that event happened. */
  at: string;
  /** Null where no event so far is one that this version knows how to begin with. */
  nda: ReplayedNda | null;
  /** Day of the agreement, `YYYY-MM-DD` in Europe/Berlin. */
  issueDate: string | null;
  /** Why sealed parts of `nda` are null; null where they can be read. */
  unreadable: Unreadable | null;
  document: DocumentOfRecordView | null;
  /** Against the revision before; of revision 0 against nothing. */
  changes: FieldChange[];
}
