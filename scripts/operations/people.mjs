// Simulates people who use a running service over HTTPS, for test-operations.mjs. They make, sign, pay and
// read agreements.
import { readFileSync } from 'node:fs';
import { Agent, request } from 'node:https';
import { setTimeout as pause } from 'node:timers/promises';
import { card, signature, terms } from '../../backend/dist/testing/steps/samples.js';
import { timeFactor } from '../time-factor.mjs';

/** Maximum number of milliseconds until a document is sent, on an idle machine. */
const SENT_MS = 60_000;

/**
 * Waits for a condition.
 * @throws Error if it does not become true in time
 */
export async function until(what, condition, ms = SENT_MS) {
  const end = Date.now() + ms * timeFactor();
  while (!(await condition())) {
    if (Date.now() > end) throw new Error(`timed out: ${what}`);
    await pause(200);
  }
}

/**
 * @param origin `https://localhost:<port>`
 * @param caFile file with the certificate that the service presents
 */
export function peopleAt(origin, caFile) {
  const agent = new Agent({ keepAlive: true, maxSockets: 8, ca: readFileSync(caFile) });

  function call(method, path, { body, cookie, type = 'application/json' } = {}) {
    return new Promise((resolve, reject) => {
      const headers = {
        origin,
        ...(cookie === undefined ? {} : { cookie }),
        ...(body === undefined ? {} : { 'content-type': type }),
      };
      const outgoing = request(`${origin}${path}`, { agent, method, headers }, (answer) => {
        const chunks = [];
        answer.on('data', (chunk) => chunks.push(chunk));
        answer.on('end', () => {
          const bytes = Buffer.concat(chunks);
          resolve({ status: answer.statusCode, headers: answer.headers, bytes });
        });
      });
      outgoing.on('error', reject);
      outgoing.end(body === undefined || Buffer.isBuffer(body) ? body : JSON.stringify(body));
    });
  }

  async function expect(status, method, path, options) {
    const answer = await call(method, path, options);
    if (answer.status !== status)
      throw new Error(
        `${method} ${path}: ${answer.status} instead of ${status}: ${answer.bytes.toString('utf8').slice(0, 500)}`,
      );
    return answer;
  }
  const json = ({ bytes }) => JSON.parse(bytes.toString('utf8'));

  /** Lets two people sign and pay in one browser. The service then creates the document and mails it. */
  async function agree() {
    const created = await expect(201, 'POST', '/api/ndas', { body: terms });
    const { id } = json(created);
    const cookie = created.headers['set-cookie'][0].split(';')[0];
    const act = (path, body) => expect(200, 'POST', `/api/ndas/${id}/${path}`, { body, cookie });
    const mode = { signatureMode: 'in-person', party1PaysForBoth: false };
    await act('sign', { partyNumber: '1', signature: signature(1), ...mode });
    await act('sign', { partyNumber: '2', signature: signature(2) });
    const { clientSecret, paymentIntentId } = json(
      await act('create-payment-intent', { partyNumber: '1', paymentMode: 'split' }),
    );
    await expect(200, 'POST', `/api/sandbox/payments/${clientSecret}/confirm`, { body: card, cookie });
    await act('confirm-payment', { paymentIntentId });
    return { id, cookie };
  }

  const read = ({ id, cookie }) => call('GET', `/api/ndas/${id}`, { cookie });

  return {
    call,
    agree,
    read,
    create: () => call('POST', '/api/ndas', { body: terms }),
    /** Makes an agreement and waits until its document is sent. @returns the agreement with its document */
    async agreed() {
      const nda = await agree();
      await until('the document is sent', async () => json(await read(nda)).status === 'sent');
      const { bytes } = await expect(200, 'GET', `/api/ndas/${nda.id}/pdf`, nda);
      return { ...nda, document: bytes };
    },
    /** Returns the service's verdict on a document. */
    verdict: async (document) =>
      json(await expect(200, 'POST', '/api/verify', { body: document, type: 'application/pdf' })).verdict,
    /** Logs in. @returns the HTTP status */
    login: async (password) => (await call('POST', '/api/admin/login', { body: { password } })).status,
    /** Logs in. @returns the session cookie */
    session: async (password) => {
      const { headers } = await expect(200, 'POST', '/api/admin/login', { body: { password } });
      return headers['set-cookie'][0].split(';')[0];
    },
    /** Returns the role to which a session cookie belongs; null if there is no session. */
    roleOf: async (cookie) => json(await expect(200, 'GET', '/api/admin/check', { cookie })).role,
    certificates: async () => (await expect(200, 'GET', '/api/verify/certificates')).bytes,
    leave: () => agent.destroy(),
  };
}
