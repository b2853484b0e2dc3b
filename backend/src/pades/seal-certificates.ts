import { createHash } from 'node:crypto';
import type { Pool } from 'pg';

export interface SealCertificate {
  /** SHA-256 of the certificate, hexadecimal. */
  readonly fingerprint: string;
  /** DER. */
  readonly certificate: Buffer;
  readonly firstUsedAt: Date;
}

/**
 * Reads and writes the table `seal_certificates`. Each backend records its sealing certificate here, so every
 * backend can recognise the seals of all backends.
 */
export class SealCertificates {
  private readonly kept = new Set<string>();

  constructor(private readonly pool: Pick<Pool, 'query'>) {}

  /**
   * Records the certificate. Callers must await the promise before they hand out a document that was sealed
   * with the certificate.
   */
  async keep(certificate: Buffer, at: Date): Promise<void> {
    const fingerprint = createHash('sha256').update(certificate).digest('hex');
    if (this.kept.has(fingerprint)) return;
    await this.pool.query(
      'INSERT INTO seal_certificates (fingerprint, certificate, first_used_at) VALUES ($1, $2, $3) ON CONFLICT (fingerprint) DO NOTHING',
      [fingerprint, certificate, at],
    );
    this.kept.add(fingerprint);
  }

  /**
   * Returns all certificates with which a document was ever sealed. The certificate that was used first comes
   * first.
   */
  async all(): Promise<readonly SealCertificate[]> {
    const { rows } = await this.pool.query<{ fingerprint: string; certificate: Buffer; first_used_at: Date }>(
      'SELECT fingerprint, certificate, first_used_at FROM seal_certificates ORDER BY first_used_at, fingerprint',
    );
    return rows.map((row) => ({
      fingerprint: row.fingerprint,
      certificate: row.certificate,
      firstUsedAt: row.first_used_at,
    }));
  }
}
