import { Body, Controller, HttpCode, Post, Req, Res } from '@nestjs/common';
import { chatSchema, type ChatView } from '@siegel/contracts/admin/views';
import { ChatRequest } from '@siegel/contracts/admin/chat-request';
import { EXAMPLES } from '@siegel/contracts/examples';
import type { FastifyReply, FastifyRequest } from 'fastify';
import '../http/requests/fastify-request.js';
import { Describe, json } from '../http/openapi/route-description.js';
import { RateLimiter } from '../http/limits/rate-limiter.js';
import { Roles } from '../http/callers/role.guard.js';
import { RouteRules } from '../http/routes/route-rules.js';
import { Assistant } from './assistant.js';
import { callerGoneSignal } from './caller-gone.js';
import { countReal } from './count-real.js';
import { CHAT_MS } from './limits.js';

/** Questions of the admin about figures (rule:assistant-asks-and-changes-nothing). */
@Controller('api/admin/chat')
@Roles('admin')
export class ChatController {
  constructor(
    private readonly assistant: Assistant,
    private readonly limiter: RateLimiter,
  ) {}

  @Post()
  @HttpCode(200)
  @Describe({
    id: 'chat',
    tag: 'Administration',
    summary: 'Ask the assistant about figures',
    details:
      'Not available if no AI provider is configured. The assistant answers with the help of read-only queries of figures. The last lines of the answer list these figures with their source (`Quelle:`, `Source:`). A session can make sixty calls an hour. If the client disconnects, the service stops the work on the answer.',
    access: 'admin',
    body: ChatRequest,
    examples: EXAMPLES.chat,
    answers: { 200: json('The answer', chatSchema) },
    problems: ['ai_not_configured', 'ai_failed', 'ai_timeout'],
  })
  @RouteRules({ answerWithinMs: CHAT_MS })
  async chat(
    @Body() { messages, language }: ChatRequest,
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<ChatView> {
    this.assistant.requireConfigured();
    const gone = callerGoneSignal(reply);
    await countReal(this.limiter, 'chat', request.session?.id ?? '', request);
    return { response: await this.assistant.answer(messages, language, gone) };
  }
}
