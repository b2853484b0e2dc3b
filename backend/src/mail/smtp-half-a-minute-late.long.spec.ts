import type { AddressInfo, Server } from 'node:net';
import { type Received, smtpServer } from './testing/smtp-server.js';
import { SmtpTransport } from './smtp.transport.js';

/** Delay, in milliseconds, of a mail server that checks a whole message before it accepts the message. */
const LATE_MS = 30_000;

describe('a mail server that answers a message half a minute late', () => {
  const received: Received[] = [];
  let server: Server;
  beforeAll(async () => {
    server = smtpServer(received, (stage) => (stage === '.' ? { lateMs: LATE_MS } : undefined));
    await new Promise<void>((resolve) => {
      server.listen(0, '127.0.0.1', resolve);
    });
  });
  afterAll(
    () =>
      new Promise((resolve) => {
        server.close(resolve);
      }),
  );

  it('has accepted it, and only once', async () => {
    const { port } = server.address() as AddressInfo;
    const transport = new SmtpTransport({
      url: `smtp://127.0.0.1:${port}?ignoreTLS=true`,
      from: 'nda@siegel.example',
    });
    const mail = {
      kind: 'document' as const,
      messageId: '<half-a-minute@siegel.example>',
      stream: 'nda-1',
      to: 'thomas@example.org',
      subject: 'Unterschrieben',
      text: 'Guten Tag',
      html: '<p>Guten Tag</p>',
      attachments: [],
    };
    expect(await transport.send(mail)).toEqual({ messageId: mail.messageId });
    expect(received).toHaveLength(1);
    transport.close();
  });
});
