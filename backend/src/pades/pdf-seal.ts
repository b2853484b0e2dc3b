import type { Clock } from '../platform/time/clock.js';
import type { Logger } from '../platform/logging/logger.js';
import { commonNameOf } from './common-name.js';
import { type SealLevel, withSignaturePlaceholder } from './placeholder.js';
import { readCertificate } from './read-asn1.js';
import type { SealIdentity } from './seal-identity.js';
import { conditionOf, isValidAt } from './seal-validity.js';
import { signPdf } from './sign-pdf.js';
import { type Timestamped, TimestampFailed } from './timestamp.js';

export interface SealedPdf {
  readonly bytes: Buffer;
  readonly level: SealLevel;
  /** SHA-256 of the certificate, hexadecimal. */
  readonly certificateHash: string;
}

/** Thrown if sealing is impossible at present. The values of `code` are stable. */
export class SealRefused extends Error {
  constructor(readonly code: 'seal_certificate_expired' | 'seal_certificate_not_yet_valid') {
    super(code);
    this.name = 'SealRefused';
  }
}

export interface PdfSealParts {
  readonly identity: SealIdentity;
  readonly clock: Clock;
  readonly logger: Logger;
  readonly certificates: { keep(certificate: Buffer, at: Date): Promise<void> };
  /**
   * Requests a timestamp for a signature. Rejects with `TimestampFailed` if no timestamp is available. If
   * this function is missing, documents are sealed without a timestamp.
   */
  readonly timestamp?: ((signature: Buffer) => Promise<Timestamped>) | undefined;
  readonly meter?: { sealed(level: SealLevel): void; failed(code: string): void } | undefined;
}

/**
 * Bytes reserved in a CMS for everything except the certificates and the timestamp token: attributes, names
 * and the signature's value.
 */
const CMS_BYTES = 2048;
/**
 * Bytes reserved for a timestamp token and its certificates before the authority has sent its first token.
 */
const TOKEN_BYTES = 8192;
/** Bytes by which the next token may be longer than the last. */
const TOKEN_MORE = 256;

/** Seals PDFs with the operator's certificate (rule:sealed-by-the-operator). */
export class PdfSeal {
  private readonly name: string;
  /** Bytes for a CMS without a timestamp. */
  private readonly room: number;
  /**
   * Bytes reserved in the next document for the timestamp token. Zeros fill the bytes that the token does not
   * need.
   */
  private tokenRoom = TOKEN_BYTES;

  constructor(private readonly parts: PdfSealParts) {
    const { chain } = parts.identity;
    this.name = commonNameOf(readCertificate(chain[0]));
    this.room = CMS_BYTES + chain.reduce((bytes, der) => bytes + der.length, 0);
  }

  /**
   * Seals a rendered PDF. The certificate is recorded before the promise resolves. If a timestamp was
   * requested but is not available, the PDF is sealed without one: `level` is then `B-B`, and a warning is
   * logged (rule:time-is-never-made-up).
   * @throws SealRefused, PdfStructureUnknown
   */
  async seal(pdf: Buffer, reason: string): Promise<SealedPdf> {
    const { identity, clock, certificates, meter } = this.parts;
    const at = clock.now();
    const condition = conditionOf(identity, at);
    if (condition === 'expired' || condition === 'not_yet_valid')
      throw new SealRefused(`seal_certificate_${condition}`);
    await certificates.keep(identity.chain[0], at);
    const as = (level: SealLevel): Buffer =>
      withSignaturePlaceholder(
        pdf,
        { reason, name: this.name, at, level },
        this.room + (level === 'B-T' ? this.tokenRoom : 0),
      );
    const stamped = await this.sealedWithTimestamp(as);
    const bytes = stamped ?? (await signPdf(as('B-B'), identity));
    const level = stamped === undefined ? 'B-B' : 'B-T';
    meter?.sealed(level);
    return { bytes, level, certificateHash: identity.certificateHash };
  }

  /**
   * Returns the PDF sealed with a timestamp; undefined if no timestamp is available. In that case the
   * unfinished seal is discarded, because its signed part already promises a timestamp.
   */
  private async sealedWithTimestamp(as: (level: SealLevel) => Buffer): Promise<Buffer | undefined> {
    const { identity, timestamp, logger, meter } = this.parts;
    if (timestamp === undefined) return undefined;
    try {
      const room = this.tokenRoom;
      return await signPdf(as('B-T'), identity, async (signature) => {
        const { token, at } = await timestamp(signature);
        const fits = token.length <= room;
        this.tokenRoom = fits ? token.length + TOKEN_MORE : TOKEN_BYTES;
        if (!fits) throw new TimestampFailed('too_large');
        // The certificate may have expired since `seal` checked it. The certificate is then not valid at the
        // time that the timestamp proves, so the timestamp cannot be used.
        if (!isValidAt(identity, at)) throw new TimestampFailed('outside_certificate');
        return token;
      });
    } catch (error) {
      if (!(error instanceof TimestampFailed)) throw error;
      logger.warn(
        { code: error.code },
        "The time-stamp authority (TSA_URL) gave no timestamp, so a document is sealed without one. docs/operations/troubles.md explains the value of 'code'.",
      );
      meter?.failed(error.code);
      return undefined;
    }
  }
}
