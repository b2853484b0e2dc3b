import { entityOf, instant, orNull, text, uuid } from '../platform/postgres/columns.js';

/**
 * Messages that were given to a mail provider, and which of them it has accepted. Nothing in it is personal:
 * the id tells nothing.
 */
export const AcceptedMailEntity = entityOf(
  'accepted_mails',
  ['messageId'],
  {
    /** In angle brackets, derived from what was owed. */
    messageId: text(),
    /** When somebody last began to send it, by the database's clock. */
    begunAt: orNull(instant),
    /** The attempt that then began: it may ask again where it got no answer. */
    begunBy: orNull(uuid),
    /** Null while that is not known. */
    acceptedAt: orNull(instant),
    /** A keyed hash of the message's id, and of `begunBy` until it is accepted: without it the row says nothing. */
    proof: orNull(text()),
  },
  [{ name: 'accepted_mails_accepted_at', on: ['acceptedAt'] }],
);
