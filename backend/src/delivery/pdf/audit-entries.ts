import type { Language } from '@siegel/contracts/enums';
import type { NdaEvent } from '../../nda/nda.events.js';
import type { Actor, Recorded } from '../../eventsourcing/journal/event.js';
import { auditSentence } from './audit-sentences.js';
import { shortenIp } from './shorten-ip.js';

/** One line of the audit page. */
export interface AuditEntry {
  readonly revision: number;
  /** ISO 8601 UTC. */
  readonly at: string;
  readonly actor: string;
  /** What happened, one sentence. */
  readonly what: string;
  /** Shortened; null where none is recorded. */
  readonly ip: string | null;
  /** SHA-256 of the event in its chain, hexadecimal. */
  readonly hash: string;
}

const ACTORS: Readonly<Record<Language, Readonly<Record<Actor, string>>>> = {
  de: {
    party1: 'Offenlegende Partei',
    party2: 'Empfangende Partei',
    admin: 'Betreiber',
    auditor: 'Prüfer',
    system: 'System',
  },
  en: {
    party1: 'Disclosing Party',
    party2: 'Receiving Party',
    admin: 'Operator',
    auditor: 'Auditor',
    system: 'System',
  },
};

/** Entries that are printed whatever they are: more than any agreement needs. */
const ALL_UP_TO = 100;

/** What can come up again and again, and what the agreement does not rest on (rule:streams-are-bounded). */
const OFTEN: ReadonlySet<NdaEvent['type']> = new Set([
  'SigningMadeRemote',
  'SigningMadeInPerson',
  'PaymentRequested',
  'PaymentIntentOpened',
  'PaymentFailed',
]);

/** The history in words, in the NDA's language (rule:audit-page). */
export const auditEntries = (events: readonly Recorded<NdaEvent>[], language: Language): AuditEntry[] =>
  (events.length > ALL_UP_TO ? events.filter(({ type }) => !OFTEN.has(type)) : events).map((event) => ({
    revision: event.revision,
    at: event.at,
    actor: ACTORS[language][event.actor],
    what: auditSentence(event, language),
    ip: event.origin === undefined ? null : shortenIp(event.origin.ip) || null,
    hash: event.hash,
  }));
