import { byDefault, entityOf, instant, jsonb, NOW, texts, uuid } from '../platform/postgres/columns.js';
import type { KnownSecrets } from './rules/shared-secrets.js';

/**
 * A serving backend, with the check values of its secrets. A backend that stops deletes its row; the row of a
 * dead one no longer counts after ten seconds. Times are the database's.
 */
export const LiveBackendEntity = entityOf('live_backends', ['id'], {
  id: uuid,
  known: jsonb<KnownSecrets>(),
  /** Names of secrets that may temporarily differ from those of other backends. */
  changing: texts,
  startedAt: byDefault(NOW, instant),
  seenAt: byDefault(NOW, instant),
});
