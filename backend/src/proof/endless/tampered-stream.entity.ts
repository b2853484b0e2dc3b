import { entityOf, instant, integer, orNull, text } from '../../platform/postgres/columns.js';

/**
 * Streams of the log in which something is broken that the operator neither repaired nor accepted. The rows
 * only tell people: no code decides by them. The row with the empty name is about the tree over the log.
 */
export const TamperedStreamEntity = entityOf('tampered_streams', ['stream'], {
  stream: text(),
  /** The first broken event of the stream, counted from 0; null for the tree. */
  revision: orNull(integer),
  /** An `EventFault`, a `BrokenKind` or a `FileFault`. */
  kind: text(),
  /** For the person who investigates; in English, without personal data. */
  detail: text(),
  since: instant,
});
