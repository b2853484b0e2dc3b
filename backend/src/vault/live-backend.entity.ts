import { byDefault, entityOf, instant, jsonb, NOW, texts, uuid } from '../platform/postgres/columns.js';
import type { KnownSecrets } from './rules/shared-secrets.js';

/**
 * A serving backend with its secrets' check values. A backend that stops deletes its row. A dead backend's
 * row is ignored after ten seconds. All times are the database's.
 */
export const LiveBackendEntity = entityOf('live_backends', ['id'], {
  id: uuid,
  known: jsonb<KnownSecrets>(),
  /** Names of secrets that may temporarily differ from those of other backends. */
  changing: texts,
  startedAt: byDefault(NOW, instant),
  seenAt: byDefault(NOW, instant),
});
