import { Module } from '@nestjs/common';
import type { Clock } from '../platform/time/clock.js';
import type { Config } from '../platform/config/config.js';
import type { Logger } from '../platform/logging/logger.js';
import { CLOCK, CONFIG, LOGGER, TRACING } from '../platform/wiring/tokens.js';
import type { Tracing } from '../platform/tracing/tracing.js';
import type { AiModel } from './ai-model.js';
import { Assistant } from './assistant.js';
import { ChatController } from './chat.controller.js';
import { CHAT_MS, MARGIN_MS, OPTIMISE_MS } from './limits.js';
import { openAiModel } from './openai-model.js';
import { OptimiseController } from './optimise.controller.js';
import { Rewriting } from './rewriting.js';
import { SERVICE_FIGURES, type ServiceFigures } from './service-figures.js';
import { AI_MODEL } from './tokens.js';
import { FigureTools } from './tools.js';
import { tracedModel } from './traced-model.js';

/**
 * Rewrites descriptions and answers the admin's questions. It needs a global module that provides the
 * service's figures (service-figures.ts).
 */
@Module({
  controllers: [OptimiseController, ChatController],
  providers: [
    {
      provide: AI_MODEL,
      inject: [CONFIG, TRACING],
      useFactory: async ({ ai }: Config, tracing: Tracing) => tracedModel(await openAiModel(ai), tracing),
    },
    {
      provide: Rewriting,
      inject: [AI_MODEL, LOGGER],
      useFactory: (model: AiModel | undefined, logger: Logger) =>
        new Rewriting({ model, logger, withinMs: OPTIMISE_MS - MARGIN_MS }),
    },
    {
      provide: Assistant,
      inject: [AI_MODEL, SERVICE_FIGURES, CLOCK, LOGGER],
      useFactory: (model: AiModel | undefined, figures: ServiceFigures, clock: Clock, logger: Logger) =>
        new Assistant({
          model,
          tools: new FigureTools(figures, clock).all,
          clock,
          logger,
          withinMs: CHAT_MS - MARGIN_MS,
        }),
    },
  ],
})
export class AssistantModule {}
