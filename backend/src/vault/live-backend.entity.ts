import { Column, Entity, PrimaryColumn } from 'typeorm';
import type { KnownSecrets } from './rules/shared-secrets.js';

/**
 * A backend that serves, and what its secrets are recognised by. One that is stopped takes its row along; that
 * of a dead one counts no more after ten seconds. Times are the database's.
 */
@Entity({ name: 'live_backends' })
export class LiveBackendEntity {
  @PrimaryColumn({ name: 'id', type: 'uuid', primaryKeyConstraintName: 'live_backends_pkey' })
  id: string;

  @Column({ name: 'known', type: 'jsonb' })
  known: KnownSecrets;

  /** Names of secrets that may differ from those of other backends for now. */
  @Column({ name: 'changing', type: 'text', array: true })
  changing: string[];

  @Column({ name: 'started_at', type: 'timestamp with time zone', default: () => 'now()' })
  startedAt: Date;

  @Column({ name: 'seen_at', type: 'timestamp with time zone', default: () => 'now()' })
  seenAt: Date;
}
