import { Body, Controller, HttpCode, Post, Req, Res } from '@nestjs/common';
import { EXAMPLES } from '@siegel/contracts/examples';
import { OptimizeDescriptionRequest } from '@siegel/contracts/nda/requests';
import { namedObject, text, type ViewOf } from '@siegel/contracts/schema';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { Describe, json } from '../http/openapi/route-description.js';
import { RateLimiter } from '../http/limits/rate-limiter.js';
import { clientOf } from '../http/callers/client.js';
import { RouteRules } from '../http/routes/route-rules.js';
import { RuleBroken } from '../platform/errors/rule-broken.js';
import { callerGoneSignal } from './caller-gone.js';
import { countReal } from './count-real.js';
import { OPTIMISE_MS } from './limits.js';
import { Rewriting } from './rewriting.js';

const optimisedSchema = namedObject('OptimisedText', { optimizedText: text });
interface OptimisedText extends ViewOf<typeof optimisedSchema> {}

/** The call that rewrites a description (rule:ai-is-off-unless-configured, rule:rewrites-are-checked). */
@Controller('api/optimize-description')
export class OptimiseController {
  constructor(
    private readonly rewriting: Rewriting,
    private readonly limiter: RateLimiter,
  ) {}

  @Post()
  @HttpCode(200)
  @Describe({
    id: 'optimizeDescription',
    tag: 'Agreement',
    summary: 'Let the AI provider rewrite the description of the idea',
    details:
      'Not available if no AI provider is configured (rule:ai-is-off-unless-configured). The limit is ten calls an hour per client address that reach the provider.',
    access: 'everybody',
    body: OptimizeDescriptionRequest,
    examples: EXAMPLES.optimizeDescription,
    answers: { 200: json('The rewritten text', optimisedSchema) },
    problems: ['ai_not_configured', 'ai_failed', 'ai_timeout'],
  })
  @RouteRules({ answerWithinMs: OPTIMISE_MS })
  async optimise(
    @Body() { description, language }: OptimizeDescriptionRequest,
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<OptimisedText> {
    if (!this.rewriting.isConfigured) throw new RuleBroken('ai_not_configured');
    const gone = callerGoneSignal(reply);
    await countReal(this.limiter, 'optimise', clientOf(request), request);
    return { optimizedText: await this.rewriting.rewrite(description, language, gone) };
  }
}
