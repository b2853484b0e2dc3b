import type { Role } from '@siegel/contracts/enums';
import { Column, Entity, PrimaryColumn } from 'typeorm';

/** A login of the admin or the auditor. */
@Entity({ name: 'admin_sessions' })
export class SessionEntity {
  /** Keyed hash of the random id in the cookie. */
  @PrimaryColumn({ name: 'id', type: 'text', primaryKeyConstraintName: 'admin_sessions_pkey' })
  id: string;

  @Column({ name: 'role', type: 'text' })
  role: Role;

  /** What the role's password was recognised by at the login. */
  @Column({ name: 'opened_with', type: 'text', default: '' })
  openedWith: string;

  @Column({ name: 'created_at', type: 'timestamp with time zone' })
  createdAt: Date;

  @Column({ name: 'last_seen_at', type: 'timestamp with time zone' })
  lastSeenAt: Date;
}
