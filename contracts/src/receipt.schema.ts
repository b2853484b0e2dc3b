import type { Receipt } from './receipt.js';
import {
  count,
  named,
  nullable,
  objectOf,
  type Schema,
  sha256,
  text,
  textWith,
  timestamp,
} from './schema.js';

export const receiptSchema: Schema<Receipt> = named(
  'Receipt',
  objectOf<Receipt>({
    stream: text,
    revision: count,
    eventHash: sha256,
    at: timestamp,
    lastCheckpoint: nullable(text),
    keyId: text,
    signature: textWith({
      contentEncoding: 'base64',
      description: 'Ed25519 over the canonical JSON of the rest',
    }),
  }),
);
