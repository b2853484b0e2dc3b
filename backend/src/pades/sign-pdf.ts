import { SignPdf, Signer } from '@signpdf/signpdf';
import { signCms, type Timestamp } from './build-cms.js';
import { OID } from './oids.js';
import type { SealIdentity } from './seal-identity.js';

/**
 * Makes the signature that `ETSI.CAdES.detached` requires: a detached CMS with signing-certificate-v2 and the
 * chain.
 */
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
 * Signs everything in the file except the room for the signature. The same bytes and the same RSA key give
 * the same signature. The library removes the newline at the end of the file.
 * @param pdf the result of `withSignaturePlaceholder`
 */
export const signPdf = (pdf: Buffer, identity: SealIdentity, timestamp?: Timestamp): Promise<Buffer> =>
  new SignPdf().sign(pdf, new CadesSigner(identity, timestamp));
