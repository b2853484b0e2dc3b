import { byDefault, entityOf, instant, jsonb, NOW, texts, uuid } from '../platform/postgres/columns.js';
import type { KnownSecrets } from './rules/shared-secrets.js';

/**
 * A backend that serves, and what its secrets are recognised by. One that is stopped takes its row along; that
 * of a dead one counts no more after ten seconds. Times are the database's.
 */
export const LiveBackendEntity = entityOf('live_backends', ['id'], {
  id: uuid,
  known: jsonb<KnownSecrets>(),
  /** Names of secrets that may differ from those of other backends for now. */
  changing: texts,
  startedAt: byDefault(NOW, instant),
  seenAt: byDefault(NOW, instant),
});
