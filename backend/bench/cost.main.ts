import type { AddressInfo } from 'node:net';
import { type Received, smtpServer } from '#src/mail/testing/smtp-server';
import { AgreementActs } from './agreement-acts.js';
import { answer } from './child.js';
import { endVisits } from './visitor.js';

/** People who make agreements, and the mail server that takes their mails. */

export interface TakeWish {
  readonly port: number;
  readonly agreements: number;
}

/** What the mail server took since it was asked last. */
export interface Mails {
  readonly count: number;
  readonly bytes: number;
}

const AT_ONCE = 4;

const received: Received[] = [];
const server = smtpServer(received, () => undefined);
let made = 0;

const listen = (): Promise<{ smtpPort: number }> =>
  new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(0, '127.0.0.1', () => resolve({ smtpPort: (server.address() as AddressInfo).port }));
  });

function mails(): Promise<Mails> {
  const taken = received.splice(0);
  const bytes = taken.reduce((sum, { data }) => sum + Buffer.byteLength(data), 0);
  return Promise.resolve({ count: taken.length, bytes });
}

/** In person, paid by card, until document and mails are out. */
async function journey(port: number): Promise<void> {
  made += 1;
  const mail = { party1Email: `eins-${made}@example.org`, party2Email: `zwei-${made}@example.org` };
  const acts = await AgreementActs.create(port, [], mail);
  await acts.sign(1);
  await acts.sign(2);
  const intent = await acts.openIntent();
  await acts.consent(intent);
  await acts.confirm(intent);
  await acts.untilSent();
}

/** A few side by side. */
async function take({ port, agreements }: TakeWish): Promise<void> {
  let left = agreements;
  const go = async (): Promise<void> => {
    while (left > 0) {
      left -= 1;
      await journey(port);
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, go));
}

answer({
  listen,
  take,
  mails,
  stop: async () => {
    endVisits();
    server.close();
  },
});
