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
    'The newest signed tree head when the receipt was made; null before the first',
    nullable(text),
  ),
  keyId: text,
  signature: textWith({
    contentEncoding: 'base64',
    description: 'Ed25519 over the canonical JSON of the rest',
  }),
});
/** Signed acknowledgement of one act, made from the event as it was read back from the log. */
export interface Receipt extends ViewOf<typeof receiptSchema> {}
