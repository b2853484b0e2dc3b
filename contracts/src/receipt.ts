import {
  count,
  described,
  namedObject,
  nullable,
  sha256,
  text,
  textWith,
  timestamp,
  type ViewOf,
} from './schema.js';

export const receiptSchema = namedObject('Receipt', {
  stream: text,
  revision: count,
  eventHash: sha256,
  at: timestamp,
  lastCheckpoint: described(
    'The newest signed tree head at the time of the receipt. Null if there was none yet',
    nullable(text),
  ),
  keyId: text,
  signature: textWith({
    contentEncoding: 'base64',
    description: 'Ed25519 signature over the canonical JSON of all other members',
  }),
});
/**
 * Signed acknowledgement of one act. It is made from the act's event after the event was read back from the
 * log.
 */
export interface Receipt extends ViewOf<typeof receiptSchema> {}
