import type { Language } from '@siegel/contracts/enums';
import type { NdaEvent } from '../../nda/nda.events.js';
import type { Actor, Origin, Recorded } from '../../eventsourcing/journal/event.js';
import { shortenedHistory } from '../shortened-history.js';
import { auditSentence, moreOfThisKind } from './audit-sentences.js';
import { shortenIp } from './shorten-ip.js';

/** One line of the audit page. */
export interface AuditEntry {
  readonly revision: number;
  /** ISO 8601 UTC. */
  readonly at: string;
  readonly actor: string;
  /** The event in one sentence. */
  readonly what: string;
  /**
   * The shortened network address. Undefined if there is no address to show. Null if the address was unknown
   * when the person acted.
   */
  readonly ip: string | null | undefined;
  /** The event's hash in its chain: SHA-256, hexadecimal. */
  readonly hash: string;
}

const ACTORS: Readonly<Record<Language, Readonly<Record<Actor, string>>>> = {
  de: {
    party1: 'Offenlegende Partei',
    party2: 'Empfangende Partei',
    anybody: 'Jemand ohne Anmeldung',
    admin: 'Betreiber',
    auditor: 'Prüfer',
    system: 'System',
  },
  en: {
    party1: 'Disclosing Party',
    party2: 'Receiving Party',
    anybody: 'Somebody without a login',
    admin: 'Operator',
    auditor: 'Auditor',
    system: 'System',
  },
};

/**
 * Returns the address as the page shows it: null if the address is unknown, undefined if there is no valid
 * address.
 */
const shownAddress = (origin: Origin | undefined): string | null | undefined =>
  origin?.ip === null ? null : shortenIp(origin?.ip ?? '') || undefined;

/**
 * Event types by which an NDA can become paid. The page shows the payment once, no matter how many attempts
 * to pay there were (rule:audit-page).
 */
const PAYING: ReadonlySet<NdaEvent['type']> = new Set<NdaEvent['type']>([
  'PaymentSucceeded',
  'VoucherApplied',
]);

/**
 * Returns the events that concern the agreement as sentences in the NDA's language (rule:audit-page). It
 * omits attempts to pay, vouchers and mails, because the other party reads the page too.
 */
export function auditEntries(events: readonly Recorded<NdaEvent>[], language: Language): AuditEntry[] {
  const paid = events.findLast(({ type }) => PAYING.has(type));
  const { omitted, omittedBefore } = shortenedHistory(events);
  return events.flatMap((event) => {
    if (omitted.has(event.revision) || (PAYING.has(event.type) && event !== paid)) return [];
    const sentence = auditSentence(event, language);
    if (sentence === undefined) return [];
    const what = sentence + moreOfThisKind(omittedBefore.get(event.revision) ?? 0, language);
    return {
      revision: event.revision,
      at: event.at,
      actor: ACTORS[language][event.actor],
      what,
      ip: shownAddress(event.origin),
      hash: event.hash,
    };
  });
}
