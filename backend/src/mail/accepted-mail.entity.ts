import { entityOf, instant, orNull, text, uuid } from '../platform/postgres/columns.js';

/**
 * Messages handed to a mail provider, with the time of acceptance. Holds no personal data: a Message-ID
 * reveals nothing.
 */
export const AcceptedMailEntity = entityOf(
  'accepted_mails',
  ['messageId'],
  {
    /** In angle brackets, derived from the obligation. */
    messageId: text(),
    /** Time at which the latest attempt to send the message began, by the database's clock. */
    begunAt: orNull(instant),
    /** UUID of that attempt. The attempt may ask again if it got no answer. */
    begunBy: orNull(uuid),
    /** Null while the provider's acceptance is unknown. */
    acceptedAt: orNull(instant),
    /**
     * A keyed hash of the Message-ID and, until the message is accepted, of `begunBy`. A row without it
     * proves nothing.
     */
    proof: orNull(text()),
  },
  [{ name: 'accepted_mails_accepted_at', on: ['acceptedAt'] }],
);
