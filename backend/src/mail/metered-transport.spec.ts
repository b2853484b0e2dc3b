import { Registry } from 'prom-client';
import { MailBrokenOff, MailFailed, type OutgoingMail } from './mail-transport.js';
import { meteredTransport } from './metered-transport.js';

const mail: OutgoingMail = {
  kind: 'reminder',
  messageId: '<1@x>',
  stream: 'nda-1',
  to: 'ada@example.org',
  subject: 'Subject',
  text: 'Text',
  html: '<p>Text</p>',
  attachments: [],
};

describe('the metrics of mails', () => {
  it.each([
    ['accepted', undefined],
    ['refused', new MailFailed('mail_refused')],
    ['deferred', new MailFailed('mail_unreachable')],
    ['setup', new MailFailed('mail_setup')],
    ['unknown', new MailFailed('mail_unreachable', { fateUnknown: true })],
    ['broken_off', new MailBrokenOff()],
    ['failed', new TypeError('a fault of ours')],
  ])('count the kind, and that it was %s', async (outcome, error) => {
    const registry = new Registry();
    const send = jest.fn(async () => {
      if (error !== undefined) throw error;
      return { messageId: mail.messageId };
    });
    const metered = meteredTransport({ once: false, send }, registry);
    const { signal } = new AbortController();
    const sent = metered.send(mail, signal);
    await (error === undefined
      ? expect(sent).resolves.toEqual({ messageId: mail.messageId })
      : expect(sent).rejects.toBe(error));
    expect(send).toHaveBeenCalledWith(mail, signal);
    const text = await registry.metrics();
    const counted = text.match(/^mails_total\{.*\} [1-9].*$/gm);
    expect(counted).toEqual([`mails_total{kind="reminder",outcome="${outcome}"} 1`]);
    expect(text).toContain('mail_send_duration_seconds_count 1\n');
  });
});
