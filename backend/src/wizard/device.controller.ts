import { Controller, HttpCode, Post, Res } from '@nestjs/common';
import type { FastifyReply } from 'fastify';
import { CreatorKey } from '../http/creator-key.js';
import { Describe } from '../http/openapi/route-description.js';

/** What a browser is to the service: the creator key that it holds. */
@Controller('api')
export class DeviceController {
  constructor(private readonly creatorKey: CreatorKey) {}

  /** Nothing is recorded: the secret was known to that browser alone (rule:forget-this-device). */
  @Post('forget-device')
  @HttpCode(204)
  @Describe({
    id: 'forgetDevice',
    tag: 'Agreement',
    summary: 'Forget this browser',
    details: 'Its cookie ends, and opens no NDA any more (rule:forget-this-device).',
    access: 'everybody',
    answers: { 204: { description: 'The browser is a new one', headers: ['Set-Cookie'] } },
  })
  forget(@Res({ passthrough: true }) reply: FastifyReply): void {
    this.creatorKey.forget(reply);
  }
}
