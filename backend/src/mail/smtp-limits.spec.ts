import { type AddressInfo, type Server, Socket } from 'node:net';
import { type SmtpStage, smtpServer } from './testing/smtp-server.js';
import type { OutgoingMail } from './mail-transport.js';
import { SmtpTransport } from './smtp.transport.js';

const mail: OutgoingMail = {
  kind: 'invitation',
  messageId: '<fedcba9876543210@siegel.example>',
  stream: 'nda-1',
  to: 'thomas@example.org',
  subject: 'Unterschrieben',
  text: 'Guten Tag',
  html: '<p>Guten Tag</p>',
  attachments: [],
};

describe('a mail server, by default,', () => {
  let onAsked: (stage: SmtpStage) => 'silence' | undefined;
  let server: Server;
  let transport: SmtpTransport;
  beforeAll(async () => {
    server = smtpServer([], (stage) => onAsked(stage));
    await new Promise<void>((resolve) => {
      server.listen(0, '127.0.0.1', resolve);
    });
    const { port } = server.address() as AddressInfo;
    transport = new SmtpTransport({
      url: `smtp://127.0.0.1:${port}?ignoreTLS=true`,
      from: 'nda@siegel.example',
    });
  });
  beforeEach(() => {
    onAsked = () => undefined;
  });
  afterEach(() => {
    jest.restoreAllMocks();
    jest.useRealTimers();
  });
  afterAll(async () => {
    transport.close();
    await new Promise((resolve) => {
      server.close(resolve);
    });
  });

  it('may stay silent for ten minutes once it has a message', async () => {
    const limits = jest.spyOn(Socket.prototype, 'setTimeout');
    await transport.send(mail);
    // The client sets its last socket timeout once the server has greeted. The value 0 removes the timeout
    // when the connection closes.
    const given = limits.mock.calls.map(([ms]) => ms).filter((ms) => ms > 0);
    expect(given.at(-1)).toBeGreaterThanOrEqual(600_000);
  });

  /** Returns the milliseconds after which an attempt ends, measured with fake timers. */
  const endsAfter = async (begun: Promise<void>): Promise<number> => {
    let ended = false;
    const sending = transport.send(mail).catch(() => undefined);
    void sending.then(() => (ended = true));
    await begun;
    let ms = 0;
    while (!ended && ms < 120_000) {
      jest.advanceTimersByTime(1_000);
      ms += 1_000;
      await new Promise((resolve) => setImmediate(resolve));
    }
    await sending;
    return ms;
  };
  const withFakeTimers = (): void =>
    void jest.useFakeTimers({ doNotFake: ['nextTick', 'setImmediate', 'clearImmediate', 'queueMicrotask'] });

  it('has half a minute for its greeting', async () => {
    withFakeTimers();
    const begun = new Promise<void>((resolve) => {
      onAsked = (stage) => {
        if (stage !== 'connect') return undefined;
        resolve();
        return 'silence';
      };
    });
    expect(await endsAfter(begun)).toBeLessThanOrEqual(31_000);
  });

  it('has half a minute to accept a connection', async () => {
    withFakeTimers();
    const begun = new Promise<void>((resolve) => {
      jest.spyOn(Socket.prototype, 'connect').mockImplementation(function (this: Socket) {
        resolve();
        return this;
      });
    });
    expect(await endsAfter(begun)).toBeLessThanOrEqual(31_000);
  });
});
