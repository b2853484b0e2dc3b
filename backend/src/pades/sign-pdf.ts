import { SignPdf, Signer } from '@signpdf/signpdf';
import { signCms, type Timestamp } from './build-cms.js';
import { OID } from './oids.js';
import type { SealIdentity } from './seal-identity.js';

/** What `ETSI.CAdES.detached` asks for: a detached CMS with signing-certificate-v2, and the chain. */
class CadesSigner extends Signer {
  constructor(
    private readonly identity: SealIdentity,
    private readonly timestamp: Timestamp | undefined,
  ) {
    super();
  }

  override sign(covered: Buffer): Promise<Buffer> {
    return signCms({ type: OID.data, bytes: covered, detached: true }, this.identity, this.timestamp);
  }
}

/**
 * Signs everything in the file but the room kept for the signature. The same bytes and the same RSA key give
 * the same signature. The library takes the line end off the file's end.
 * @param pdf as `withSignaturePlaceholder` gives it
 */
export const signPdf = (pdf: Buffer, identity: SealIdentity, timestamp?: Timestamp): Promise<Buffer> =>
  new SignPdf().sign(pdf, new CadesSigner(identity, timestamp));
