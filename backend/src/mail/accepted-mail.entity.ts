import { entityOf, instant, orNull, text, uuid } from '../platform/postgres/columns.js';

/**
 * Messages handed to a mail provider, with the time of acceptance. The rows hold no personal data, because a
 * Message-ID reveals nothing.
 */
export const AcceptedMailEntity = entityOf(
  'accepted_mails',
  ['messageId'],
  {
    /** The Message-ID in angle brackets. It is derived from the obligation to send the mail. */
    messageId: text(),
    /** Time at which the latest attempt to send the message began, by the database's clock. */
    begunAt: orNull(instant),
    /**
     * UUID of the latest attempt. The same attempt may call `begin` again if the first call got no response.
     */
    begunBy: orNull(uuid),
    /** Null while the provider's acceptance is unknown. */
    acceptedAt: orNull(instant),
    /**
     * A keyed hash. Before the acceptance it covers the Message-ID and `begunBy`, and afterwards only the
     * Message-ID. A row without the right hash proves nothing.
     */
    proof: orNull(text()),
  },
  [{ name: 'accepted_mails_accepted_at', on: ['acceptedAt'] }],
);
