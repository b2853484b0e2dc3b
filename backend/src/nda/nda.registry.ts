import type { EventRegistry } from '../eventsourcing/journal/event.js';
import { count, instant, oneOf, optional, text, textOf } from '../eventsourcing/journal/fields.js';
import { keyDestroyed } from '../eventsourcing/journal/key-destroyed.js';
import { deliveryEvents } from './delivery.registry.js';
import { invitationEvents } from './invitation.registry.js';
import { paymentEvents } from './payment.registry.js';
import { signingEvents } from './signing.registry.js';

const party = oneOf(1, 2);

/**
 * The registry of an NDA's events. Wire names are `<type>.v<version>`. The types in nda.events.ts are derived
 * from this registry. The journal refuses to append an event with a field that is not named here. If the open
 * fields of a stored event do not have the types named here, the journal treats the event as unknown.
 *
 * Hashes are hexadecimal SHA-256. `open` stays readable after an erasure; `personal` is sealed
 * (rule:personal-data-is-sealed).
 */
export const ndaEvents = {
  ...signingEvents,
  ...paymentEvents,
  ...invitationEvents,
  ...deliveryEvents,
  ContinueLinkRequested: {
    version: 1,
    open: {
      /** Number of the link, counted from 1 over the NDA's life. */
      number: count,
      /** Random id from which the link's token is derived. */
      linkId: text,
      expiresAt: instant,
    },
    personal: {},
    meaning: 'Party 1 asked for a link to continue in another browser; its mail is owed from here.',
  },
  CreatorAccessGranted: {
    version: 1,
    open: {
      creatorKeyHash: text,
      /** Number of the link that was used up; absent in old events, because such links did not exist then. */
      link: optional(count),
    },
    personal: {},
    origin: true,
    meaning: 'Another browser of Party 1 got access through a link from a mail.',
  },
  CreatorAccessEnded: {
    version: 1,
    open: {
      /** Keyed hash of the one browser that keeps its access. */
      kept: text,
    },
    personal: {},
    meaning: 'Party 1 ended the access of every browser but one, and voided open links to continue.',
  },
  SignatureDisputed: {
    version: 1,
    open: { party },
    personal: {},
    origin: true,
    meaning: "A party said 'I did not sign this'.",
  },
  ObligationClosed: {
    version: 1,
    open: {
      /** Id of the event that opened the obligation. */
      about: text,
      by: textOf<'admin' | 'operator'>(),
    },
    personal: { note: text },
    meaning: 'A person closed an obligation that another event had opened.',
  },
  LegalHoldSet: {
    version: 1,
    open: {},
    personal: { reason: text },
    meaning: 'Deletion is barred until the hold is lifted.',
  },
  LegalHoldLifted: { version: 1, open: {}, personal: { reason: text }, meaning: 'The hold ended.' },
  NdaErased: {
    version: 1,
    open: { reason: textOf<'admin' | 'retention' | 'restored'>() },
    personal: {},
    meaning: 'Erasure was decided; the key now has to be destroyed.',
  },
  NdaKeyDestroyed: {
    version: 1,
    open: keyDestroyed,
    personal: {},
    meaning: 'The key is destroyed, with a signed receipt.',
  },
} satisfies EventRegistry;
