import { byDefault, entityOf, instant, jsonb, NOW, texts, uuid } from '../platform/postgres/columns.js';
import type { KnownSecrets } from './rules/shared-secrets.js';

/**
 * One row for each serving backend, with the check values of its secrets. A backend deletes its row when it
 * stops. If a backend crashes, its row is ignored after ten seconds. All times come from the clock of the
 * database.
 */
export const LiveBackendEntity = entityOf('live_backends', ['id'], {
  id: uuid,
  known: jsonb<KnownSecrets>(),
  /** Names of secrets that may temporarily differ from those of other backends. */
  changing: texts,
  startedAt: byDefault(NOW, instant),
  seenAt: byDefault(NOW, instant),
});
