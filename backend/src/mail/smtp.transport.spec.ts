import type { AddressInfo, Server } from 'node:net';
import { isUnavailable } from '../platform/postgres/unavailable.js';
import { selfSigned } from './testing/self-signed.js';
import { type Received, type SmtpAnswer, type SmtpStage, smtpServer } from './testing/smtp-server.js';
import { scaledTimeout } from '../platform/testing/scaled-timeout.js';
import { MailBrokenOff, MailFailed, type OutgoingMail } from './mail-transport.js';
import { documentFileName } from './document-file-name.js';
import { smtpFault } from './smtp-fault.js';
import { SmtpTransport } from './smtp.transport.js';

const mail: OutgoingMail = {
  kind: 'invitation',
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

/** @returns its port */
async function listen(server: Server): Promise<number> {
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  return (server.address() as AddressInfo).port;
}

describe('SmtpTransport', () => {
  const received: Received[] = [];
  let answers: { readonly [S in SmtpStage]?: SmtpAnswer } = {};
  let answering: (stage: SmtpStage) => SmtpAnswer;
  let server: Server;
  let transport: SmtpTransport;
  beforeAll(async () => {
    server = smtpServer(received, (stage) => answering(stage));
    const port = await listen(server);
    transport = new SmtpTransport({
      url: `smtp://name:password@127.0.0.1:${port}?ignoreTLS=true`,
      from: 'Siegel <nda@siegel.example>',
      silenceMs: scaledTimeout(SILENCE_MS),
    });
  });
  beforeEach(() => {
    received.length = 0;
    answers = {};
    answering = (stage) => answers[stage];
  });
  afterAll(async () => {
    transport.close();
    await new Promise((resolve) => {
      server.close(resolve);
    });
  });

  it('sends with the given Message-ID, both texts and the attachment', async () => {
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

  it('writes a domain in ASCII, both in the envelope and in the header, and requests no extension', async () => {
    await transport.send({ ...mail, to: 'anna.berg@Straße-Müller.example' });
    const [got] = received;
    expect(got?.to).toEqual(['<anna.berg@xn--strae-mller-y6a49a.example>']);
    expect(got?.from).not.toContain('SMTPUTF8');
    expect(got?.data).toMatch(/^To: anna\.berg@xn--strae-mller-y6a49a\.example\r$/m);
  });

  it('reports an old address with letters as refused if the server does not support them', async () => {
    answers = { RCPT: '553 5.6.7 not without SMTPUTF8' };
    expect(await failure({ ...mail, to: 'jörg@müller.example' })).toMatchObject({ code: 'mail_refused' });
  });

  it('treats an address as one address', async () => {
    await transport.send({ ...mail, to: 'ada@example.org, eve@example.org' }).catch(() => {});
    expect(received.flatMap((one) => one.to)).not.toContain('<eve@example.org>');
  });

  it('keeps text that people typed out of the headers', async () => {
    await transport.send({ ...mail, subject: 'x\r\nBcc: eve@example.org' });
    expect(received[0]?.data).not.toMatch(/^Bcc:/m);
    expect(received[0]?.to).toHaveLength(1);
  });

  /** The header lines that the server received, unfolded. */
  const headerLines = (): string[] => {
    const [head = ''] = (received[0]?.data ?? '').split('\r\n\r\n');
    return head.replace(/\r\n[ \t]+/g, ' ').split('\r\n');
  };

  it('contains the reply address, the way to decline, and the mark that keeps machines from replying', async () => {
    await transport.send({
      ...mail,
      replyTo: { name: 'Jürgen „der“ Müller-Lüdenscheidt, ジーゲル', address: 'juergen@bücher.example' },
      headers: {
        'Auto-Submitted': 'auto-generated',
        'List-Unsubscribe':
          '<https://siegel.example/api/reminders/q7VdN0tKx2mRZc8yUuB4hEo1PjWl6sAi3GfTDvYbQkM/decline>',
        'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
      },
    });
    const lines = headerLines();
    expect(lines).toContain('Auto-Submitted: auto-generated');
    expect(lines).toContain('List-Unsubscribe-Post: List-Unsubscribe=One-Click');
    expect(lines).toContain(
      'List-Unsubscribe: <https://siegel.example/api/reminders/q7VdN0tKx2mRZc8yUuB4hEo1PjWl6sAi3GfTDvYbQkM/decline>',
    );
    const reply = lines.filter((line) => line.startsWith('Reply-To:'));
    expect(reply).toHaveLength(1);
    expect(reply[0]).toMatch(
      /^Reply-To: (=\?UTF-8\?[BQ]\?[!->@-~]+\?=\s*)+<juergen@xn--bcher-kva\.example>$/,
    );
    expect(received[0]?.data).not.toMatch(/[^\p{ASCII}]/u);
  });

  it('lets no text that was typed into a name or a header become a line of its own', async () => {
    const evil = 'Eve\r\nBcc: eve@example.org\r\n\r\nText';
    await transport.send({
      ...mail,
      replyTo: { name: evil, address: 'a@example.org' },
      headers: { 'List-Unsubscribe': `<https://siegel.example/x>\r\nBcc: eve@example.org` },
    });
    expect(headerLines().filter((line) => /^(Bcc|Text)/.test(line))).toEqual([]);
    expect(received[0]?.to).toHaveLength(1);
  });

  it('sends no other header, whatever the input contains', async () => {
    const headers = { 'Auto-Submitted': 'auto-generated', Bcc: 'eve@example.org', 'X-Other': 'x' };
    await transport.send({ ...mail, headers });
    expect(headerLines().filter((line) => /^(Bcc|X-Other)/.test(line))).toEqual([]);
    expect(headerLines()).toContain('Auto-Submitted: auto-generated');
  });

  it('has no line longer than mail servers accept', async () => {
    const filename = documentFileName('Faltbarer Fahrradanhänger mit Federnabe und zwei Sitzen', 'de');
    await transport.send({ ...mail, attachments: mail.attachments.map((each) => ({ ...each, filename })) });
    const data = received[0]?.data ?? '';
    expect(data).toContain(filename);
    expect(data.split('\r\n').filter((line) => line.length > 78)).toEqual([]);
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
    ['RCPT', '554 5.7.1 <thomas@example.org>: Relay access denied', 'mail_setup'],
    ['RCPT', '550 5.7.1 <thomas@example.org>... Relaying denied', 'mail_setup'],
    ['RCPT', '550 5.7.54 SMTP; Unable to relay recipient in non-accepted domain', 'mail_setup'],
    ['RCPT', '553 sorry, that domain is not in my list of allowed rcpthosts (#5.7.1)', 'mail_setup'],
    ['RCPT', '550 5.1.1 Recipient address rejected: User unknown in relay recipient table', 'mail_refused'],
    ['RCPT', '550 no such user <relay@relay.example.org>', 'mail_refused'],
    ['RCPT', '550 relay.example.org has no such user', 'mail_refused'],
    ['RCPT', '550 5.7.1 takes mail from its own people only', 'mail_refused'],
    ['RCPT', '554 5.7.8 authentication credentials invalid', 'mail_setup'],
    ['DATA', '554 no valid recipients', 'mail_refused'],
    ['DATA', 'silence', 'mail_unreachable'],
    ['.', '552 too large', 'mail_refused'],
    ['.', '550 5.7.26 the sender is not authenticated', 'mail_setup'],
    ['.', '451 try later', 'mail_unreachable'],
  ])("returns the meaning of the server's reply at %s: %s", async (stage, answer, code) => {
    answers = { [stage]: answer };
    const failed = await failure();
    // The error does not contain the text of the server's reply.
    expect(failed).toMatchObject({ code, message: code, fateUnknown: false });
    expect(received).toEqual([]);
  });

  /** A mail as long as a mail with a document. It is several times as long as the buffers of a connection. */
  const longMail: OutgoingMail = {
    ...mail,
    attachments: [{ ...mail.attachments[0]!, content: Buffer.alloc(120_000, 7) }],
  };

  it.each([
    ['at once', 1, mail],
    ['in the middle of a short mail', 400, mail],
    ['after 40 kB of a long mail', 40_000, longMail],
    ['shortly before the end of a long mail', 160_000, longMail],
  ])('knows that a server accepted nothing that cuts before the final dot: %s', async (_, bytes, sent) => {
    for (const then of ['cut', 'end'] as const) {
      answers = { DATA: { bytes, then } };
      expect(await failure(sent)).toMatchObject({ code: 'mail_unreachable', fateUnknown: false });
    }
    expect(received).toEqual([]);
  });

  it('returns the meaning of a reply to a part of the message, and reads no further', async () => {
    answers = { DATA: { bytes: 40_000, then: '552 too large' } };
    expect(await failure(longMail)).toMatchObject({ code: 'mail_refused', fateUnknown: false });
    expect(received).toEqual([]);
  });

  it('sends a long mail whole', async () => {
    await transport.send(longMail);
    expect(received[0]?.data.replaceAll('\r\n', '')).toContain(Buffer.alloc(120_000, 7).toString('base64'));
  });

  it.each<SmtpAnswer>(['cut', 'silence'])(
    'reports that the fate is unknown: %s after the whole message',
    async (answer) => {
      answers = { '.': answer };
      expect(await failure()).toMatchObject({ code: 'mail_unreachable', fateUnknown: true });
    },
  );

  it('reports an unreachable server', async () => {
    const nobody = new SmtpTransport({ url: 'smtp://127.0.0.1:1', from: 'nda@siegel.example' });
    await expect(nobody.send(mail)).rejects.toMatchObject({ code: 'mail_unreachable', fateUnknown: false });
    nobody.close();
  });

  it('reports an address that the client itself cannot use as refused', () => {
    expect(smtpFault({ code: 'EENVELOPE', command: 'API' })).toBe('mail_refused');
  });

  it('reports an untrusted certificate as a fault of the setup', async () => {
    const selfSignedServer = smtpServer(received, () => undefined, await selfSigned());
    const port = await listen(selfSignedServer);
    const secure = new SmtpTransport({ url: `smtps://127.0.0.1:${port}`, from: 'nda@siegel.example' });
    const error: unknown = await secure.send(mail).catch((thrown: unknown) => thrown);
    await new Promise((resolve) => {
      selfSignedServer.close(resolve);
    });
    expect(error).toMatchObject({ code: 'mail_setup', fateUnknown: false });
  });

  it.each([
    ['DEPTH_ZERO_SELF_SIGNED_CERT', 'mail_setup'],
    ['SELF_SIGNED_CERT_IN_CHAIN', 'mail_setup'],
    ['UNABLE_TO_VERIFY_LEAF_SIGNATURE', 'mail_setup'],
    ['CERT_HAS_EXPIRED', 'mail_setup'],
    ['ERR_TLS_CERT_ALTNAME_INVALID', 'mail_setup'],
    ['ERR_SSL_WRONG_VERSION_NUMBER', 'mail_setup'],
    ['ERR_TLS_HANDSHAKE_TIMEOUT', 'mail_unreachable'],
    ['ECONNREFUSED', 'mail_unreachable'],
  ])('reports the outcome of a connection that ends with %s', (originalCode, fault) => {
    expect(smtpFault({ code: 'ESOCKET', command: 'CONN', originalCode })).toBe(fault);
  });

  describe('when it is aborted', () => {
    /**
     * Sends a mail. Aborts the attempt when the server has received the given command, but has not replied
     * yet.
     */
    const brokenOffAt = (stage: SmtpStage, answer: SmtpAnswer): Promise<unknown> => {
      const asked = new AbortController();
      answering = (one) => {
        if (one !== stage) return undefined;
        asked.abort();
        return answer;
      };
      return transport.send(mail, asked.signal);
    };

    it.each<SmtpStage>(['connect', 'EHLO', 'MAIL', 'RCPT', 'DATA'])(
      'breaks off at %s, as if it had not begun',
      async (stage) => {
        const error: unknown = await brokenOffAt(stage, 'silence').catch((thrown: unknown) => thrown);
        expect(error).toBeInstanceOf(MailBrokenOff);
        expect(isUnavailable(error)).toBe(true);
        expect(received).toEqual([]);
      },
    );

    it('does not even begin if it was aborted before', async () => {
      await expect(transport.send(mail, AbortSignal.abort())).rejects.toBeInstanceOf(MailBrokenOff);
      expect(received).toEqual([]);
    });

    it('waits for the answer to a message that the server has', async () => {
      expect(await brokenOffAt('.', { lateMs: scaledTimeout(SILENCE_MS / 4) })).toEqual({
        messageId: mail.messageId,
      });
      expect(received).toHaveLength(1);
    });
  });
});
