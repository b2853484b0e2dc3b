import { createServer, type Server, type Socket } from 'node:net';
import type { AddressInfo } from 'node:net';
import type { OutgoingMail } from './mail-transport.js';
import { SmtpTransport } from './smtp.transport.js';

interface Received {
  readonly from: string;
  readonly to: string[];
  readonly data: string;
}

/** The least of RFC 5321 that a client needs. Answers to RCPT TO come from `refuse`. */
function smtpServer(received: Received[], refuse: () => string | undefined): Server {
  return createServer((socket: Socket) => {
    let from = '';
    let to: string[] = [];
    let data: string | undefined;
    let rest = '';
    const say = (line: string): void => void socket.write(`${line}\r\n`);
    const take = (line: string): void => {
      if (data !== undefined) {
        if (line !== '.') data += `${line.replace(/^\.\./, '.')}\r\n`;
        else {
          received.push({ from, to, data });
          data = undefined;
          say('250 accepted');
        }
      } else if (/^(EHLO|HELO)/.test(line)) say('250 localhost');
      else if (line.startsWith('MAIL FROM:')) {
        from = line.slice(10);
        to = [];
        say('250 ok');
      } else if (line.startsWith('RCPT TO:')) {
        const refusal = refuse();
        if (refusal === undefined) to.push(line.slice(8));
        say(refusal ?? '250 ok');
      } else if (line === 'DATA') {
        data = '';
        say('354 go on');
      } else if (line === 'QUIT') {
        say('221 bye');
        socket.end();
      } else say('250 ok');
    };
    say('220 localhost');
    socket.on('error', () => {});
    socket.on('data', (chunk) => {
      const lines = (rest + chunk.toString('utf8')).split('\r\n');
      rest = lines.pop() ?? '';
      lines.forEach(take);
    });
  });
}

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
