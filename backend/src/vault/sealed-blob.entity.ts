import { byDefault, bytea, entityOf, instant, NOW, text } from '../platform/postgres/columns.js';

/** Signature images and documents of record, sealed with their subject's key. */
export const SealedBlobEntity = entityOf('sealed_blobs', ['subject', 'label'], {
  subject: text(),
  label: text(),
  bytes: bytea,
  createdAt: byDefault(NOW, instant),
});
