import { inspect } from 'node:util';
import { type AddressInfo, createServer, type Server, type Socket } from 'node:net';
import { isUnavailable } from '../../platform/postgres/unavailable.js';
import { scaledTimeout } from '../../platform/testing/scaled-timeout.js';
import { MailBrokenOff, MailFailed, type OutgoingMail } from '../mail-transport.js';
import { selfSigned } from '../testing/self-signed.js';
import { type SendGridAnswer, type SendGridBody, sendGridServer } from '../testing/sendgrid-server.js';
import { SendGridTransport } from './sendgrid.transport.js';
import { messageDigest } from './sendgrid-message.js';

const NDA = '0192f0c4-7b1e-7c3d-9a55-0123456789ab';
const KEY = 'SG.of-the.test';
const SILENCE_MS = 400;

const mail: OutgoingMail = {
  kind: 'invitation',
  messageId: '<0123456789abcdef@siegel.example>',
  stream: `nda-${NDA}`,
  to: 'thomas@example.org',
  subject: 'Unterschrieben: „Anhänger“',
  text: 'Guten Tag',
  html: '<p>Guten Tag</p>',
  attachments: [
    { filename: 'NDA – Anhänger.pdf', contentType: 'application/pdf', content: Buffer.from('%PDF-1.7 test') },
  ],
};

/** @returns its port */
async function listen(server: Server): Promise<number> {
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  return (server.address() as AddressInfo).port;
}

const close = (server: Server): Promise<unknown> => new Promise((resolve) => server.close(resolve));

describe('SendGridTransport', () => {
  const received: SendGridBody[] = [];
  let answer: (body: SendGridBody) => SendGridAnswer;
  let requests = 0;
  let now = Date.parse('2026-11-26T10:00:00Z');
  let server: Server;
  let port: number;
  beforeAll(async () => {
    server = sendGridServer(
      received,
      (body) => {
        requests += 1;
        return answer(body);
      },
      { apiKey: KEY },
    );
    port = await listen(server);
  });
  beforeEach(() => {
    received.length = 0;
    requests = 0;
    answer = () => undefined;
  });
  afterAll(() => close(server));

  const transportTo = (
    options: { apiBase?: string; apiKey?: string; from?: string } = {},
  ): SendGridTransport =>
    new SendGridTransport({
      apiKey: KEY,
      apiBase: `http://127.0.0.1:${port}`,
      from: 'Siegel <nda@siegel.example>',
      clock: { now: () => new Date(now) },
      answerMs: scaledTimeout(SILENCE_MS),
      connectMs: scaledTimeout(SILENCE_MS),
      ...options,
    });

  const failure = async (transport = transportTo(), sent = mail): Promise<MailFailed> => {
    const error: unknown = await transport.send(sent).catch((thrown: unknown) => thrown);
    if (!(error instanceof MailFailed)) throw new Error('it was sent');
    return error;
  };

  it('hands over the whole message, and adds nothing personal', async () => {
    expect(await transportTo().send(mail)).toEqual({ messageId: mail.messageId });
    expect(received).toEqual([
      {
        from: { email: 'nda@siegel.example', name: 'Siegel' },
        subject: 'Unterschrieben: „Anhänger“',
        personalizations: [
          {
            to: [{ email: 'thomas@example.org' }],
            custom_args: { app: 'siegel', nda: NDA, message: messageDigest(mail.messageId) },
          },
        ],
        content: [
          { type: 'text/plain', value: 'Guten Tag' },
          { type: 'text/html', value: '<p>Guten Tag</p>' },
        ],
        attachments: [
          {
            content: Buffer.from('%PDF-1.7 test').toString('base64'),
            filename: 'NDA – Anhänger.pdf',
            type: 'application/pdf',
            disposition: 'attachment',
          },
        ],
        headers: { 'Message-ID': '<0123456789abcdef@siegel.example>' },
        tracking_settings: {
          click_tracking: { enable: false, enable_text: false },
          open_tracking: { enable: false },
          subscription_tracking: { enable: false },
          ganalytics: { enable: false },
        },
      },
    ]);
  });

  it('passes the reply address and the extra headers on', async () => {
    const headers = {
      'List-Unsubscribe': '<https://nda.example/api/reminders/abc/decline>',
      'Auto-Submitted': 'auto-generated',
    };
    const replyTo = { name: 'Katharina Šimková', address: 'katharina@example.org' };
    await transportTo().send({ ...mail, attachments: [], replyTo, headers });
    expect(received[0]).toMatchObject({
      reply_to: { email: 'katharina@example.org', name: 'Katharina Šimková' },
    });
    expect(received[0]?.headers).toEqual({ ...headers, 'Message-ID': mail.messageId });
    expect(received[0]).not.toHaveProperty('attachments');
  });

  it('keeps text that people typed within one header line', async () => {
    await transportTo().send({
      ...mail,
      subject: 'x\r\nBcc: eve@example.org',
      replyTo: { name: 'Eve\r\nBcc: eve@example.org', address: 'eve@example.org' },
      headers: { 'List-Unsubscribe': '<https://nda.example/>\r\nBcc: eve@example.org' },
    });
    const [got] = received;
    for (const line of [got?.subject, got?.reply_to?.name, ...Object.values(got?.headers ?? {})])
      expect(line).not.toMatch(/[\r\n]/);
  });

  it('names no NDA if the message is about none', async () => {
    await transportTo().send({ ...mail, stream: 'service' });
    expect(received[0]?.personalizations[0]?.custom_args).toEqual({
      app: 'siegel',
      message: messageDigest(mail.messageId),
    });
  });

  it('writes domains in ASCII', async () => {
    await transportTo({ from: 'nda@siegel-müller.example' }).send({
      ...mail,
      to: 'anna.berg@Straße-Müller.example',
    });
    expect(received[0]?.from).toEqual({ email: 'nda@xn--siegel-mller-klb.example' });
    expect(received[0]?.personalizations[0]?.to).toEqual([
      { email: 'anna.berg@xn--strae-mller-y6a49a.example' },
    ]);
  });

  it.each([
    ['"Siegel, Notar" <nda@siegel.example>', { email: 'nda@siegel.example', name: 'Siegel, Notar' }],
    ['<nda@siegel.example>', { email: 'nda@siegel.example' }],
    ['nda@siegel.example', { email: 'nda@siegel.example' }],
  ])('is sent by %s', async (from, expected) => {
    await transportTo({ from }).send(mail);
    expect(received[0]?.from).toEqual(expected);
  });

  it.each<[string, SendGridAnswer, string]>([
    ['400 of the recipient', { status: 400, field: 'personalizations.0.to.0.email' }, 'mail_refused'],
    ['400 of the content', { status: 400, field: 'content.0.value' }, 'mail_refused'],
    ['400 of the sender', { status: 400, field: 'from.email' }, 'mail_setup'],
    ['400 about no field', { status: 400 }, 'mail_refused'],
    ['400 in another format', { status: 400, text: '<html>' }, 'mail_unreachable'],
    ['400 with an empty list', { status: 400, text: '{"errors":[]}' }, 'mail_unreachable'],
    ['401', { status: 401 }, 'mail_setup'],
    ['403', { status: 403, field: 'from' }, 'mail_setup'],
    ['404', { status: 404 }, 'mail_setup'],
    ['301', { status: 301, headers: { location: 'https://elsewhere.example/' } }, 'mail_setup'],
    ['408', { status: 408 }, 'mail_unreachable'],
    ['413', { status: 413 }, 'mail_refused'],
    ['429', { status: 429 }, 'mail_unreachable'],
    ['500', { status: 500 }, 'mail_unreachable'],
    ['503', { status: 503, text: 'no' }, 'mail_unreachable'],
  ])('returns the meaning of the answer: %s', async (_, reply, code) => {
    answer = () => reply;
    // The error does not contain the text of the provider's response.
    expect(await failure()).toMatchObject({ code, message: code, fateUnknown: false });
    expect(received).toEqual([]);
  });

  it.each<[string, SendGridAnswer]>([
    ['a cut', 'cut'],
    ['nothing', 'silence'],
    ['no HTTP', 'garbage'],
    ['502', { status: 502 }],
    ['504', { status: 504, text: '<html>' }],
    ['524', { status: 524 }],
    ['200, which is no acceptance', { status: 200, text: '<html>' }],
  ])('reports that the fate is unknown: %s after the whole message', async (_, reply) => {
    answer = () => reply;
    expect(await failure()).toMatchObject({ code: 'mail_unreachable', fateUnknown: true });
  });

  it.each([
    ['ended', (socket: Socket) => socket.end()],
    ['cut', (socket: Socket) => setImmediate(() => socket.resetAndDestroy())],
    ['never comes', () => undefined],
  ])('treats an acceptance as one even if its end is %s', async (_, end) => {
    const half = createServer((socket) => {
      socket.on('error', () => undefined);
      socket.once('data', () => {
        socket.write('HTTP/1.1 202 Accepted\r\nContent-Length: 100\r\n\r\nhalf');
        end(socket);
      });
    });
    const apiBase = `http://127.0.0.1:${await listen(half)}`;
    expect(await transportTo({ apiBase }).send(mail)).toEqual({ messageId: mail.messageId });
    await close(half);
  });

  it("reads no more of an answer than SendGrid's longest answer would have", async () => {
    let written = 0;
    const endless = createServer((socket) => {
      const line = Buffer.alloc(64_000, ' ');
      const write = (): void => {
        while (!socket.destroyed && socket.write(line)) written += line.length;
      };
      socket.on('error', () => undefined);
      socket.on('drain', write);
      socket.once('data', () => {
        socket.write('HTTP/1.1 400 Bad Request\r\n\r\n');
        write();
      });
    });
    const apiBase = `http://127.0.0.1:${await listen(endless)}`;
    expect(await failure(transportTo({ apiBase }))).toMatchObject({ code: 'mail_unreachable' });
    expect(written).toBeLessThan(20_000_000);
    await close(endless);
  });

  it('reports a wrong key as a fault of the setup', async () => {
    expect(await failure(transportTo({ apiKey: 'SG.another' }))).toMatchObject({ code: 'mail_setup' });
  });

  describe('without an answer', () => {
    const sockets: Socket[] = [];
    let mute: Server;
    let onConnection: (socket: Socket) => void;
    beforeAll(async () => {
      mute = createServer((socket) => {
        socket.on('error', () => undefined);
        sockets.push(socket);
        onConnection(socket);
      });
      await listen(mute);
    });
    afterAll(async () => {
      for (const socket of sockets) socket.destroy();
      await close(mute);
    });
    const silent = (scheme = 'http'): SendGridTransport =>
      transportTo({ apiBase: `${scheme}://127.0.0.1:${(mute.address() as AddressInfo).port}` });
    /**
     * A message that is larger than all buffers between client and server. If the server does not read, the
     * client can never send the whole message.
     */
    const large = {
      ...mail,
      attachments: [{ filename: 'a', contentType: 'text/plain', content: Buffer.alloc(30_000_000) }],
    };

    it('reports an unreachable server', async () => {
      const nobody = transportTo({ apiBase: 'http://127.0.0.1:1' });
      expect(await failure(nobody)).toMatchObject({ code: 'mail_unreachable', fateUnknown: false });
    });

    it('recognises that a message that was cut off halfway was not accepted', async () => {
      onConnection = (socket) => socket.once('data', () => socket.resetAndDestroy());
      expect(await failure(silent(), large)).toMatchObject({ code: 'mail_unreachable', fateUnknown: false });
    });

    it('gives up on a server that does not receive the message, which then counts as not sent', async () => {
      onConnection = (socket) => socket.pause();
      expect(await failure(silent(), large)).toMatchObject({ code: 'mail_unreachable', fateUnknown: false });
    });

    it('gives up on a connection that never becomes secure', async () => {
      onConnection = () => undefined;
      expect(await failure(silent('https'))).toMatchObject({ code: 'mail_unreachable', fateUnknown: false });
    });

    it('reports a server without TLS as a fault of the setup', async () => {
      onConnection = (socket) => socket.once('data', () => socket.end('HTTP/1.1 400 Bad Request\r\n\r\n'));
      expect(await failure(silent('https'))).toMatchObject({ code: 'mail_setup', fateUnknown: false });
    });
  });

  it('reports an untrusted certificate as a fault of the setup', async () => {
    const untrusted = sendGridServer(received, () => undefined, { apiKey: KEY, tls: await selfSigned() });
    const apiBase = `https://127.0.0.1:${await listen(untrusted)}`;
    expect(await failure(transportTo({ apiBase }))).toMatchObject({ code: 'mail_setup', fateUnknown: false });
    expect(received).toEqual([]);
    await close(untrusted);
  });

  it('throws errors that contain neither key nor message', async () => {
    answer = () => 'cut';
    const all = inspect(await failure(), { depth: 10, showHidden: true });
    expect(all).not.toMatch(/SG\.|thomas|Guten Tag/);
  });

  describe('when the rate limit is exceeded', () => {
    const limited = (headers: Record<string, string | number>): SendGridTransport => {
      answer = () => ({ status: 429, headers });
      return transportTo();
    };
    const inSeconds = (seconds: number): number => now / 1000 + seconds;

    it.each([
      ['X-RateLimit-Reset', () => ({ 'x-ratelimit-reset': inSeconds(60) })],
      ['Retry-After', () => ({ 'retry-after': 60 })],
    ])('sends no request before the time that %s names', async (_, headers) => {
      const transport = limited(headers());
      await failure(transport);
      answer = () => undefined;
      now += 59_000;
      expect(await failure(transport)).toMatchObject({ code: 'mail_unreachable', fateUnknown: false });
      expect(requests).toBe(1);
      now += 2_000;
      await transport.send(mail);
      expect(requests).toBe(2);
    });

    it.each([
      ['nothing', () => ({})],
      ['no number', () => ({ 'x-ratelimit-reset': 'soon', 'retry-after': 'Thu, 26 Nov 2026 10:00:00 GMT' })],
      ['the past', () => ({ 'x-ratelimit-reset': inSeconds(-60) })],
    ])('sends requests again if it names %s', async (_, headers) => {
      const transport = limited(headers());
      await failure(transport);
      answer = () => undefined;
      await transport.send(mail);
    });

    it('waits five minutes at most, and not at all because of a clock that was set back', async () => {
      const transport = limited({ 'x-ratelimit-reset': inSeconds(86_400) });
      await failure(transport);
      answer = () => undefined;
      now += 299_000;
      await failure(transport);
      now += 2_000;
      await transport.send(mail);
      answer = () => ({ status: 429, headers: { 'retry-after': 60 } });
      await failure(transport);
      answer = () => undefined;
      now -= 3_600_000;
      await transport.send(mail);
    });
  });

  describe('when it is aborted', () => {
    it('does not even begin if it was aborted before', async () => {
      await expect(transportTo().send(mail, AbortSignal.abort())).rejects.toBeInstanceOf(MailBrokenOff);
      expect(requests).toBe(0);
    });

    it('breaks off before the server has the whole message, as if it had not begun', async () => {
      const aborting = new AbortController();
      const mute = createServer((socket) => {
        socket.on('error', () => undefined);
        aborting.abort();
      });
      const apiBase = `https://127.0.0.1:${await listen(mute)}`;
      const error: unknown = await transportTo({ apiBase })
        .send(mail, aborting.signal)
        .catch((thrown: unknown) => thrown);
      expect(error).toBeInstanceOf(MailBrokenOff);
      expect(isUnavailable(error)).toBe(true);
      await close(mute);
    });

    it('waits for the answer to a message that the server has', async () => {
      const aborting = new AbortController();
      let go = (): void => undefined;
      const after = new Promise<void>((resolve) => (go = resolve));
      answer = () => {
        aborting.abort();
        setImmediate(go);
        return { after };
      };
      expect(await transportTo().send(mail, aborting.signal)).toEqual({ messageId: mail.messageId });
      expect(received).toHaveLength(1);
    });
  });
});
