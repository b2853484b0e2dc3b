import { Column, Entity, PrimaryColumn } from 'typeorm';

/**
 * Every certificate that ever sealed a document. Kept for ever: what it sealed stays recognisable after it
 * was replaced.
 */
@Entity({ name: 'seal_certificates' })
export class SealCertificateEntity {
  /** SHA-256 of the certificate, hexadecimal. */
  @PrimaryColumn({ name: 'fingerprint', type: 'text', primaryKeyConstraintName: 'seal_certificates_pkey' })
  fingerprint: string;

  /** DER. */
  @Column({ name: 'certificate', type: 'bytea' })
  certificate: Buffer;

  @Column({ name: 'first_used_at', type: 'timestamp with time zone' })
  firstUsedAt: Date;
}
