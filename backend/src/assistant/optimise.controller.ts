import { Body, Controller, Post } from '@nestjs/common';
import { OptimizeDescriptionRequest } from '@siegel/contracts/nda/requests';
import { RouteRules } from '../http/route-rules.js';
import { RuleBroken } from '../platform/rule-broken.js';

/**
 * The rewriting of descriptions is off where no AI provider is configured, and says so
 * (rule:ai-is-off-unless-configured).
 */
@Controller('api/optimize-description')
export class OptimiseController {
  @Post()
  @RouteRules({ limit: 'optimise', answerWithinMs: 30_000 })
  optimise(@Body() _body: OptimizeDescriptionRequest): never {
    throw new RuleBroken('ai_not_configured');
  }
}
