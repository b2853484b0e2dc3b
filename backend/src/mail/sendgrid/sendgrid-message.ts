import { createHash } from 'node:crypto';
import { domainToASCII } from 'node:url';
import type sendgrid from '@sendgrid/mail';
import { NDA_STREAM_PREFIX, ndaIdOf } from '../../nda/nda.events.js';
import { oneLine } from '../escape-html.js';
import { MAIL_HEADERS, type MailHeaders, type OutgoingMail } from '../mail-transport.js';

type MailData = Exclude<Parameters<(typeof sendgrid)['send']>[0], readonly unknown[]>;

/** Distinguishes our messages from those of other programs that use the same account. */
export const APP = 'siegel';

/** SHA-256 of a Message-ID, hexadecimal. SendGrid's reports identify a message by this hash. */
export const messageDigest = (messageId: string): string =>
  createHash('sha256').update(messageId).digest('hex');

/** Returns the address with its domain in ASCII, as SMTP transmits it (rule:addresses-of-mail). */
function inAscii(address: string): string {
  const at = address.lastIndexOf('@');
  const domain = domainToASCII(address.slice(at + 1));
  return domain === '' ? address : `${address.slice(0, at)}@${domain}`;
}

function senderOf(from: string): { email: string; name?: string } {
  const [, name, address] = /^([^<]*)<([^<>]+)>$/.exec(from) ?? [];
  if (address === undefined) return { email: inAscii(from) };
  const plain = (name ?? '').trim().replace(/^"(.*)"$/, '$1');
  return { email: inAscii(address), ...(plain === '' ? {} : { name: plain }) };
}

/** Returns those permitted headers that have a value, each in one line (rule:headers-of-mail). */
const namedHeaders = (headers: MailHeaders = {}): Record<string, string> =>
  Object.fromEntries(
    MAIL_HEADERS.flatMap((name) => {
      const value = headers[name];
      return value === undefined ? [] : [[name, oneLine(value)] as const];
    }),
  );

/**
 * Switches tracking of recipients off, even if it is switched on in the account
 * (rule:mail-provider-learns-little).
 */
const NO_TRACKING = {
  clickTracking: { enable: false, enableText: false },
  openTracking: { enable: false },
  subscriptionTracking: { enable: false },
  ganalytics: { enable: false },
};

/**
 * Returns a mail in the format of SendGrid's library, with up to three custom arguments (`customArgs`).
 * SendGrid returns these arguments with each report and keeps them for a long time, so none of them is
 * personal (rule:mail-provider-learns-little).
 * @param from the sender's address, with or without a name
 */
export function sendGridMessage(mail: OutgoingMail, from: string): MailData {
  const { messageId, stream, to, subject, text, html, attachments, replyTo, headers } = mail;
  return {
    from: senderOf(from),
    ...(replyTo === undefined
      ? {}
      : { replyTo: { email: inAscii(replyTo.address), name: oneLine(replyTo.name) } }),
    subject: oneLine(subject),
    personalizations: [
      {
        to: [{ email: inAscii(to) }],
        customArgs: {
          app: APP,
          ...(stream.startsWith(NDA_STREAM_PREFIX) ? { nda: ndaIdOf(stream) } : {}),
          message: messageDigest(messageId),
        },
      },
    ],
    content: [
      { type: 'text/plain', value: text },
      { type: 'text/html', value: html },
    ],
    headers: { ...namedHeaders(headers), 'Message-ID': messageId },
    ...(attachments.length === 0
      ? {}
      : {
          attachments: attachments.map(({ filename, contentType, content }) => ({
            filename,
            type: contentType,
            content: content.toString('base64'),
            disposition: 'attachment',
          })),
        }),
    trackingSettings: NO_TRACKING,
  };
}
