import { generateKeyPairSync, sign } from 'node:crypto';

export interface SendGridSigner {
  /** The key in DER, encoded as Base64, as SendGrid displays it. */
  readonly publicKey: string;
  /**
   * Returns the headers of a call.
   * @param timestamp seconds since 1970, or any other text
   */
  headers(body: string | Buffer, timestamp: number | string): Record<string, string>;
}

/** Signs calls as SendGrid's event webhook does, with a new key. */
export function sendGridSigner(): SendGridSigner {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  return {
    publicKey: publicKey.export({ type: 'spki', format: 'der' }).toString('base64'),
    headers: (body, timestamp) => ({
      'content-type': 'application/json',
      'x-twilio-email-event-webhook-timestamp': String(timestamp),
      'x-twilio-email-event-webhook-signature': sign(
        'sha256',
        Buffer.concat([Buffer.from(String(timestamp)), typeof body === 'string' ? Buffer.from(body) : body]),
        {
          key: privateKey,
          dsaEncoding: 'der',
        },
      ).toString('base64'),
    }),
  };
}
