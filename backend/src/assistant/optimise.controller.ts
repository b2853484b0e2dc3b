import { Body, Controller, HttpCode, Post } from '@nestjs/common';
import { EXAMPLES } from '@siegel/contracts/examples';
import { OptimizeDescriptionRequest } from '@siegel/contracts/nda/requests';
import { named, objectOf, text } from '@siegel/contracts/schema';
import { Describe, json } from '../http/openapi/route-description.js';
import { RouteRules } from '../http/route-rules.js';
import { RuleBroken } from '../platform/rule-broken.js';

const optimisedSchema = named('OptimisedText', objectOf<{ optimizedText: string }>({ optimizedText: text }));

/**
 * The rewriting of descriptions is off where no AI provider is configured, and says so
 * (rule:ai-is-off-unless-configured).
 */
@Controller('api/optimize-description')
export class OptimiseController {
  @Post()
  @HttpCode(200)
  @Describe({
    id: 'optimizeDescription',
    tag: 'Agreement',
    summary: 'Have the description of the idea rewritten',
    details: 'Off where no AI provider is configured (rule:ai-is-off-unless-configured).',
    access: 'everybody',
    body: OptimizeDescriptionRequest,
    examples: EXAMPLES.optimizeDescription,
    answers: { 200: json('The rewritten text', optimisedSchema) },
    problems: ['ai_not_configured', 'ai_failed', 'ai_timeout'],
  })
  @RouteRules({ limit: 'optimise', answerWithinMs: 30_000 })
  optimise(@Body() _body: OptimizeDescriptionRequest): never {
    throw new RuleBroken('ai_not_configured');
  }
}
