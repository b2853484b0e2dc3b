import { Controller, HttpCode, Post, Res } from '@nestjs/common';
import type { FastifyReply } from 'fastify';
import { CreatorKey } from '../http/creator-key.js';

/** What a browser is to the service: the creator key that it holds. */
@Controller('api')
export class DeviceController {
  constructor(private readonly creatorKey: CreatorKey) {}

  /** Nothing is recorded: the secret was known to that browser alone (rule:forget-this-device). */
  @Post('forget-device')
  @HttpCode(204)
  forget(@Res({ passthrough: true }) reply: FastifyReply): void {
    this.creatorKey.forget(reply);
  }
}
