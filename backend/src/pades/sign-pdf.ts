import { SignPdf, Signer } from '@signpdf/signpdf';
import { signCms, type Timestamp } from './build-cms.js';
import { OID } from './oids.js';
import type { SealIdentity } from './seal-identity.js';

/**
 * Signs as `ETSI.CAdES.detached` requires. The CMS does not contain the signed bytes. It contains the
 * attribute signing-certificate-v2 and the certificate chain.
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
 * Signs all bytes of the file except the bytes reserved for the signature. With an RSA key, the same file
 * always gets the same signature. The library removes the newline at the end of the file.
 * @param pdf the result of `withSignaturePlaceholder`
 */
export const signPdf = (pdf: Buffer, identity: SealIdentity, timestamp?: Timestamp): Promise<Buffer> =>
  new SignPdf().sign(pdf, new CadesSigner(identity, timestamp));
