import type { AddressInfo, Server } from 'node:net';
import { type Received, type SmtpAnswer, type SmtpStage, smtpServer } from '../testing/smtp-server.js';
import { patience } from '../../testing/patience.js';
import { MailFailed, type OutgoingMail } from './mail-transport.js';
import { smtpFault } from './smtp-fault.js';
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

const SILENCE_MS = 400;

describe('SmtpTransport', () => {
  const received: Received[] = [];
  let answers: { readonly [S in SmtpStage]?: SmtpAnswer } = {};
  let server: Server;
  let transport: SmtpTransport;
  beforeAll(async () => {
    server = smtpServer(received, (stage) => answers[stage]);
    await new Promise<void>((resolve) => {
      server.listen(0, '127.0.0.1', resolve);
    });
    const { port } = server.address() as AddressInfo;
    transport = new SmtpTransport({
      url: `smtp://name:password@127.0.0.1:${port}?ignoreTLS=true`,
      from: 'Siegel <nda@siegel.example>',
      silenceMs: patience(SILENCE_MS),
    });
  });
  beforeEach(() => {
    received.length = 0;
    answers = {};
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

  it('writes a domain in ASCII, in envelope and header, and asks for no extension', async () => {
    await transport.send({ ...mail, to: 'anna.berg@Straße-Müller.example' });
    const [got] = received;
    expect(got?.to).toEqual(['<anna.berg@xn--strae-mller-y6a49a.example>']);
    expect(got?.from).not.toContain('SMTPUTF8');
    expect(got?.data).toMatch(/^To: anna\.berg@xn--strae-mller-y6a49a\.example\r$/m);
  });

  it('says of an old address with letters that the server does not take that it refuses it', async () => {
    answers = { RCPT: '553 5.6.7 not without SMTPUTF8' };
    expect(await failure({ ...mail, to: 'jörg@müller.example' })).toMatchObject({ code: 'mail_refused' });
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

  const failure = async (sent = mail): Promise<MailFailed> => {
    const error: unknown = await transport.send(sent).catch((thrown: unknown) => thrown);
    if (!(error instanceof MailFailed)) throw new Error('it was sent');
    return error;
  };

  it.each<[SmtpStage, SmtpAnswer, string]>([
    ['connect', '421 too busy', 'mail_unreachable'],
    ['connect', '554 no mail from you', 'mail_setup'],
    ['connect', 'cut', 'mail_unreachable'],
    ['AUTH', '535 no such password', 'mail_setup'],
    ['AUTH', '454 later', 'mail_unreachable'],
    ['MAIL', '553 not your address', 'mail_setup'],
    ['MAIL', '451 try later', 'mail_unreachable'],
    ['RCPT', '530 log in first', 'mail_setup'],
    ['RCPT', '550 no such user thomas@example.org', 'mail_refused'],
    ['RCPT', '450 greylisted', 'mail_unreachable'],
    ['RCPT', 'cut', 'mail_unreachable'],
    ['DATA', '554 no valid recipients', 'mail_refused'],
    ['DATA', 'silence', 'mail_unreachable'],
    ['.', '552 too large', 'mail_refused'],
    ['.', '451 try later', 'mail_unreachable'],
  ])('tells what it means when the server says at %s: %s', async (stage, answer, code) => {
    answers = { [stage]: answer };
    const failed = await failure();
    // Without its words.
    expect(failed).toMatchObject({ code, message: code, fateUnknown: false });
    expect(received).toEqual([]);
  });

  it.each<SmtpAnswer>(['cut', 'silence'])(
    'says that the fate of a message is unknown: %s after all of it',
    async (answer) => {
      answers = { '.': answer };
      expect(await failure()).toMatchObject({ code: 'mail_unreachable', fateUnknown: true });
    },
  );

  it('tells of a server that is not there', async () => {
    const nobody = new SmtpTransport({ url: 'smtp://127.0.0.1:1', from: 'nda@siegel.example' });
    await expect(nobody.send(mail)).rejects.toMatchObject({ code: 'mail_unreachable', fateUnknown: false });
    nobody.close();
  });

  it('takes what the client itself cannot address for refused', () => {
    expect(smtpFault({ code: 'EENVELOPE', command: 'API' })).toBe('mail_refused');
  });

  it('is broken off by whoever asks for it', async () => {
    answers = { RCPT: 'silence' };
    const asked = new AbortController();
    const sending = transport.send(mail, asked.signal);
    asked.abort();
    await expect(sending).rejects.toMatchObject({ code: 'mail_unreachable', fateUnknown: false });
  });
});
