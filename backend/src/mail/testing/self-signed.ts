import { generateKeyPairSync, X509Certificate } from 'node:crypto';
import type { TlsOptions } from 'node:tls';
import { HOUR_MS } from '@siegel/contracts/limits';
import { issueCertificate } from '../../pades/issue-certificate.js';

/** A self-signed certificate and its key. */
export async function selfSigned(): Promise<TlsOptions> {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const now = Date.now();
  const certificate = await issueCertificate(
    {
      subject: '127.0.0.1',
      publicKey,
      notBefore: new Date(now - HOUR_MS),
      notAfter: new Date(now + HOUR_MS),
      keyUsage: ['digitalSignature'],
    },
    privateKey,
  );
  const der = Buffer.from(certificate.toSchema(true).toBER(false));
  return {
    key: privateKey.export({ type: 'pkcs8', format: 'pem' }),
    cert: new X509Certificate(der).toString(),
  };
}
