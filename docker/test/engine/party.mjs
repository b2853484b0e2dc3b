// Creates an agreement and signs it as Party 1, over HTTP or TLS, from the network of this process. Its
// argument is { url, headers } as JSON. Prints the agreement's id.
import { request as plain } from 'node:http';
import { request as secure } from 'node:https';
import { SAMPLES } from '../../../contracts/dist/testing/sample-terms.js';
import { drawnSignature } from '../drawn-signature.mjs';

const { url, headers } = JSON.parse(process.argv[2]);

function call(path, body, more = {}) {
  const target = new URL(path, url);
  const send = target.protocol === 'https:' ? secure : plain;
  return new Promise((resolve, reject) => {
    const asked = send(
      target,
      // Certificates are not verified, because the TLS proxy's certificate is self-signed.
      {
        method: 'POST',
        headers: { 'content-type': 'application/json', ...headers, ...more },
        rejectUnauthorized: false,
      },
      (answer) => {
        const chunks = [];
        answer.on('data', (chunk) => chunks.push(chunk));
        answer.on('end', () => {
          const text = Buffer.concat(chunks).toString('utf8');
          if (answer.statusCode >= 300) reject(new Error(`${path}: ${answer.statusCode} ${text}`));
          else resolve({ body: JSON.parse(text), cookie: answer.headers['set-cookie']?.[0]?.split(';')[0] });
        });
      },
    );
    asked.on('error', reject);
    asked.end(JSON.stringify(body));
  });
}

const { body, cookie } = await call('/api/ndas', SAMPLES.en);
await call(
  `/api/ndas/${body.id}/sign`,
  { partyNumber: '1', signature: drawnSignature(), signatureMode: 'in-person' },
  { cookie },
);
console.log(body.id);
