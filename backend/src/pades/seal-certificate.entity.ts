import { bytea, entityOf, instant, text } from '../platform/postgres/columns.js';

/**
 * Every certificate with which the service ever sealed a document. Rows are kept permanently, so that seals
 * that were made with a replaced certificate can still be recognised.
 */
export const SealCertificateEntity = entityOf('seal_certificates', ['fingerprint'], {
  /** SHA-256 of the certificate, hexadecimal. */
  fingerprint: text(),
  /** DER. */
  certificate: bytea,
  firstUsedAt: instant,
});
