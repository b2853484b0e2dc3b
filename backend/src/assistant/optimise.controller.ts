import { Body, Controller, Post } from '@nestjs/common';
import { OptimizeDescriptionRequest } from '@siegel/contracts/nda/requests';
import { RateLimit } from '../http/rate-limit.decorator.js';
import { RuleBroken } from '../platform/rule-broken.js';

/**
 * The rewriting of descriptions is off where no AI provider is configured, and says so
 * (rule:ai-is-off-unless-configured).
 */
@Controller('api/optimize-description')
export class OptimiseController {
  @Post()
  @RateLimit('optimise')
  optimise(@Body() _body: OptimizeDescriptionRequest): never {
    throw new RuleBroken('ai_not_configured');
  }
}
