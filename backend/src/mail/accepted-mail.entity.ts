import { entityOf, instant, orNull, text, uuid } from '../platform/postgres/columns.js';

/**
 * Messages given to a mail provider, with the time of acceptance. Holds no personal data: a Message-ID
 * reveals nothing.
 */
export const AcceptedMailEntity = entityOf(
  'accepted_mails',
  ['messageId'],
  {
    /** In angle brackets, derived from the obligation. */
    messageId: text(),
    /** Start of the latest attempt to send it, by the database's clock. */
    begunAt: orNull(instant),
    /** The attempt that started then. It may ask again if it got no answer. */
    begunBy: orNull(uuid),
    /** Null while the provider's acceptance is unknown. */
    acceptedAt: orNull(instant),
    /**
     * A keyed hash of the Message-ID and, until acceptance, of `begunBy`. A row without it proves nothing.
     */
    proof: orNull(text()),
  },
  [{ name: 'accepted_mails_accepted_at', on: ['acceptedAt'] }],
);
