import { Controller, Get, Header, Inject, Optional, Param, Req, Res } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Config } from '../platform/config/config.js';
import { isLoopback } from '../http/callers/loopback.js';
import { languageOf } from '../http/requests/request-context.js';
import { UuidParam } from '../http/requests/uuid-param.pipe.js';
import { RuleBroken } from '../platform/errors/rule-broken.js';
import { CONFIG } from '../platform/wiring/tokens.js';
import type { MailAttachment } from './mail-transport.js';
import type { ListedMail, MailboxMessage } from './kept-mail.js';
import type { MailboxReader } from './mailbox.js';
import { attachmentUrl, mailboxPage } from './mailbox-page.js';
import { MAILBOX_STYLE } from './mailbox-style.js';
import { MAILBOX } from './tokens.js';

/**
 * Content security policy of the page. The page may frame its messages and load its stylesheet. Nothing else
 * may load from anywhere.
 */
const PAGE_POLICY =
  "default-src 'none'; style-src 'self'; frame-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";
/**
 * Content security policy of a displayed mail. The mail runs no script, loads nothing and has no access to
 * our origin.
 */
const MAIL_POLICY =
  "sandbox; default-src 'none'; style-src 'unsafe-inline'; img-src data:; frame-ancestors 'self'";

interface MessageView extends Omit<ListedMail, 'attachments'> {
  readonly attachments: readonly (ListedMail['attachments'][number] & { readonly url: string })[];
}

const viewOf = (mail: ListedMail): MessageView => ({
  ...mail,
  attachments: mail.attachments.map((one, index) => ({ ...one, url: attachmentUrl(mail.id, index) })),
});

/**
 * Shows mails that were 'sent' while no provider is configured (rule:mailbox-on-this-machine). They can be
 * read only from this machine and never in production. Any other request gets 404.
 */
@Controller('dev/mailbox')
export class MailboxController {
  constructor(
    @Inject(CONFIG) private readonly config: Pick<Config, 'mailbox'>,
    @Optional() @Inject(MAILBOX) private readonly mailbox?: MailboxReader,
  ) {}

  @Get()
  async page(
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<string> {
    const messages = await this.open(request).list();
    reply.header('content-type', 'text/html; charset=utf-8').header('content-security-policy', PAGE_POLICY);
    return mailboxPage(messages, languageOf(request));
  }

  @Get('style.css')
  @Header('content-type', 'text/css; charset=utf-8')
  style(@Req() request: FastifyRequest): string {
    this.open(request);
    return MAILBOX_STYLE;
  }

  @Get('messages')
  async messages(@Req() request: FastifyRequest): Promise<MessageView[]> {
    return (await this.open(request).list()).map(viewOf);
  }

  @Get('messages/:id/html')
  async html(
    @Param('id', UuidParam) id: string,
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<string> {
    const message = await this.find(id, request);
    reply
      .header('content-type', 'text/html; charset=utf-8')
      .header('content-security-policy', MAIL_POLICY)
      .header('x-frame-options', 'SAMEORIGIN');
    return message.html;
  }

  @Get('messages/:id/attachments/:n')
  async attachment(
    @Param('id', UuidParam) id: string,
    @Param('n') n: string,
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<Buffer> {
    const { attachments } = await this.find(id, request);
    const attachment: MailAttachment | undefined = /^\d{1,3}$/.test(n) ? attachments[Number(n)] : undefined;
    if (attachment === undefined) throw new RuleBroken('not_found');
    const isPdf = attachment.contentType === 'application/pdf';
    reply
      .header('content-type', isPdf ? 'application/pdf' : 'application/octet-stream')
      .header(
        'content-disposition',
        `${isPdf ? 'inline' : 'attachment'}; filename="${attachment.filename.replace(/[^\w.-]/g, '_')}"`,
      );
    return attachment.content;
  }

  private async find(id: string, request: FastifyRequest): Promise<MailboxMessage> {
    const message = await this.open(request).find(id);
    if (message === undefined) throw new RuleBroken('not_found');
    return message;
  }

  /**
   * @throws RuleBroken not_found: the request does not come from this machine, or this service has no mailbox
   */
  private open(request: FastifyRequest): MailboxReader {
    if (!this.config.mailbox || this.mailbox === undefined || !isLoopback(request))
      throw new RuleBroken('not_found');
    return this.mailbox;
  }
}
