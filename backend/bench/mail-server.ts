import type { AddressInfo } from 'node:net';
import { type Received, smtpServer } from '#src/mail/testing/smtp-server';
import type { BenchEnvironment } from './bench-environment.js';

/** Takes all mails, on loopback. @param onMail is called at the moment at which a mail is taken */
export async function mailServer(
  environment: BenchEnvironment,
  onMail: (mail: Received) => void,
): Promise<{ readonly SMTP_URL: string }> {
  const received: Received[] = [];
  const server = smtpServer(received, (stage) => {
    // Before it is kept, and before the answer goes out.
    if (stage === '.') queueMicrotask(() => received.splice(0).forEach(onMail));
    return undefined;
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(0, '127.0.0.1', resolve);
  });
  environment.onTidy(async () => server.close());
  return { SMTP_URL: `smtp://127.0.0.1:${(server.address() as AddressInfo).port}` };
}
