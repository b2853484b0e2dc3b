import { Column, Entity, Index, PrimaryColumn } from 'typeorm';

/** Table `signing_links`: to which NDA a link leads. A projection, rebuilt from events at will; read through plain SQL. */
@Entity({ name: 'signing_links' })
@Index('signing_links_token_hashes', ['tokenHashes'], { type: 'gin' })
export class SigningLinkEntity {
  /** Of the NDA. */
  @PrimaryColumn({ name: 'id', type: 'uuid', primaryKeyConstraintName: 'signing_links_pkey' })
  id: string;

  @Column({ name: 'revision', type: 'integer' })
  revision: number;

  /** SHA-256 of each token that this NDA ever had, hexadecimal. */
  @Column({ name: 'token_hashes', type: 'jsonb' })
  tokenHashes: string[];

  /** When Party 2 signed through one of them. */
  @Column({ name: 'used_at', type: 'timestamp with time zone', nullable: true })
  usedAt: Date | null;
}
