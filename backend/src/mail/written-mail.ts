import type { MailHeaders, MailPerson, OutgoingMail } from './mail-transport.js';
import { type MailContent, mailHtml, mailText } from './mail-layout.js';

/** The content of a mail, without a recipient. The functions in `kinds/` write it. */
export type WrittenMail = Pick<OutgoingMail, 'subject' | 'html' | 'text' | 'replyTo'> & {
  readonly headers: MailHeaders;
};

/**
 * Completes a mail. The mail's headers keep automatic responders from replying (RFC 3834).
 * @param subject contains nothing that a person typed, unless the mail is paid for (rule:subjects-of-mails)
 */
export const writtenMail = (
  subject: string,
  content: MailContent,
  more: { readonly replyTo?: MailPerson; readonly headers?: MailHeaders } = {},
): WrittenMail => ({
  subject,
  html: mailHtml(content),
  text: mailText(content),
  ...more,
  headers: { 'Auto-Submitted': 'auto-generated', ...more.headers },
});
