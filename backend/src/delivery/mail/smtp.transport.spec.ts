import type { AddressInfo, Server } from 'node:net';
import { type Received, smtpServer } from '../testing/smtp-server.js';
import type { OutgoingMail } from './mail-transport.js';
import { SmtpTransport } from './smtp.transport.js';

const mail: OutgoingMail = {
  messageId: '<0123456789abcdef@siegel.example>',
  stream: 'nda-1',
  to: 'thomas@example.org',
  subject: 'Unterschrieben: „Anhänger“',
  text: 'Guten Tag',
  html: '<p>Guten Tag</p>',
  attachments: [
    { filename: 'NDA.pdf', contentType: 'application/pdf', content: Buffer.from('%PDF-1.7 test') },
  ],
};

describe('SmtpTransport', () => {
  const received: Received[] = [];
  let refusal: string | undefined;
  let server: Server;
  let transport: SmtpTransport;
  beforeAll(async () => {
    server = smtpServer(received, () => refusal);
    await new Promise<void>((resolve) => {
      server.listen(0, '127.0.0.1', resolve);
    });
    const { port } = server.address() as AddressInfo;
    transport = new SmtpTransport({
      url: `smtp://127.0.0.1:${port}?ignoreTLS=true`,
      from: 'Siegel <nda@siegel.example>',
    });
  });
  beforeEach(() => {
    received.length = 0;
    refusal = undefined;
  });
  afterAll(async () => {
    transport.close();
    await new Promise((resolve) => {
      server.close(resolve);
    });
  });

  it('sends with the Message-ID given, both texts and the attachment', async () => {
    expect(await transport.send(mail)).toEqual({ messageId: mail.messageId });
    const [got] = received;
    expect(got?.from).toContain('<nda@siegel.example>');
    expect(got?.to).toEqual(['<thomas@example.org>']);
    const data = got?.data ?? '';
    expect(data).toContain(`Message-ID: ${mail.messageId}`);
    expect(data).toMatch(/From: "?Siegel"? <nda@siegel\.example>/);
    expect(data).toMatch(/Content-Type: text\/plain/);
    expect(data).toMatch(/Content-Type: text\/html/);
    expect(data).toContain(Buffer.from('%PDF-1.7 test').toString('base64'));
    expect(data).toContain('filename=NDA.pdf');
  });

  it('takes an address for one address', async () => {
    await transport.send({ ...mail, to: 'ada@example.org, eve@example.org' }).catch(() => {});
    expect(received.flatMap((one) => one.to)).not.toContain('<eve@example.org>');
  });

  it('keeps what people wrote out of the headers', async () => {
    await transport.send({ ...mail, subject: 'x\r\nBcc: eve@example.org' });
    expect(received[0]?.data).not.toMatch(/^Bcc:/m);
    expect(received[0]?.to).toHaveLength(1);
  });

  it('tells a refusal from a server that is busy or gone, without its words', async () => {
    refusal = '550 no such user thomas@example.org';
    await expect(transport.send(mail)).rejects.toMatchObject({
      code: 'mail_refused',
      message: 'mail_refused',
    });
    refusal = '451 try later';
    await expect(transport.send(mail)).rejects.toMatchObject({ code: 'mail_unreachable' });
    const nobody = new SmtpTransport({ url: 'smtp://127.0.0.1:1', from: 'nda@siegel.example' });
    await expect(nobody.send(mail)).rejects.toMatchObject({ code: 'mail_unreachable' });
    nobody.close();
  });
});
