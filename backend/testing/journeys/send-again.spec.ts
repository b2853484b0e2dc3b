import type { AddressInfo } from 'node:net';
import { type Received, smtpServer } from '#src/mail/testing/smtp-server';
import { until } from '#src/platform/testing/until';
import { startTestBackend, type TestBackend } from '../backend/test-backend.js';
import { payByCard, read, signedByBoth, untilSent } from '../steps/steps.js';

/** Tests the button that sends mails again after a mail server refused a mailbox (rule:send-again-is-safe). */
describe('a request to send again', () => {
  const received: Received[] = [];
  let refuses: (recipient: string | undefined) => boolean = () => false;
  const server = smtpServer(received, (stage, _, { recipient }) =>
    stage === 'RCPT' && refuses(recipient) ? '550 no such mailbox' : undefined,
  );
  let test: TestBackend;
  beforeAll(async () => {
    await new Promise<void>((resolve) => {
      server.listen(0, '127.0.0.1', resolve);
    });
    const { port } = server.address() as AddressInfo;
    test = await startTestBackend({ env: { SMTP_URL: `smtp://127.0.0.1:${port}` } });
  });
  afterAll(async () => {
    await test.stop();
    await new Promise((resolve) => {
      server.close(resolve);
    });
  });
  beforeEach(() => {
    received.length = 0;
  });

  /**
   * Returns two numbers of mails to a mailbox: the mails without a document, and the mails with a document.
   */
  const mailsTo = (email: string) => {
    const mails = received.filter(({ to }) => to.includes(`<${email}>`));
    const documents = mails.filter(({ data }) => data.includes('application/pdf')).length;
    return { others: mails.length - documents, documents };
  };

  it('sends every mail that is owed: the order confirmation as well as the document', async () => {
    const email = 'katharina@refusing.example';
    refuses = (recipient) => recipient === `<${email}>`;
    const browser = test.browser();
    const id = await signedByBoth(browser, { party1Email: email });
    await payByCard(browser, id);
    await until(async () => {
      const { mailProblems } = await read(browser, id);
      return mailProblems.filter(({ permanent }) => permanent).length === 2;
    });
    expect(mailsTo(email)).toEqual({ others: 0, documents: 0 });

    refuses = () => false;
    await browser.post(`/api/ndas/${id}/send-email`).expect(202);
    await until(() => mailsTo(email).others + mailsTo(email).documents === 2);
    expect(mailsTo(email)).toEqual({ others: 1, documents: 1 });
    expect((await untilSent(browser, id)).mailProblems).toEqual([]);
  });

  it('sends an order confirmation that is owed although the document was sent', async () => {
    const email = 'lena@refusing.example';
    let isFirst = true;
    refuses = (recipient) => {
      const isRefused = isFirst && recipient === `<${email}>`;
      if (isRefused) isFirst = false;
      return isRefused;
    };
    const browser = test.browser();
    const id = await signedByBoth(browser, { party1Email: email });
    await payByCard(browser, id);
    await untilSent(browser, id);
    expect(mailsTo(email)).toEqual({ others: 0, documents: 1 });

    await browser.post(`/api/ndas/${id}/send-email`).expect(200);
    await until(() => mailsTo(email).others === 1);
    await browser.post(`/api/ndas/${id}/send-email`).expect(200);
    expect(mailsTo(email)).toEqual({ others: 1, documents: 1 });
  });
});
