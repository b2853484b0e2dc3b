import { Column, Entity, Index, PrimaryColumn } from 'typeorm';

/** How often an address gave a wrong password of late. */
@Entity({ name: 'login_attempts' })
@Index('login_attempts_last_at', ['known', 'lastAt'])
export class LoginAttemptEntity {
  /** Keyed hash of the address (IPv6: of its /64). */
  @PrimaryColumn({ name: 'address', type: 'text', primaryKeyConstraintName: 'login_attempts_pkey' })
  address: string;

  @Column({ name: 'failures', type: 'integer' })
  failures: number;

  @Column({ name: 'last_at', type: 'timestamp with time zone' })
  lastAt: Date;

  /** Whether somebody ever logged in from there. */
  @Column({ name: 'known', type: 'boolean' })
  known: boolean;
}
