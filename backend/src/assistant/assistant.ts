import type { ChatMessage } from '@siegel/contracts/admin/chat';
import type { Language } from '@siegel/contracts/enums';
import { ASSISTANT_ERRORS } from '@siegel/contracts/errors';
import type { Clock } from '../platform/time/clock.js';
import type { Logger } from '../platform/logging/logger.js';
import { RuleBroken } from '../platform/errors/rule-broken.js';
import { AiFailed, type AiModel } from './ai-model.js';
import { converse } from './conversation.js';
import { withTimeLimit } from './with-time-limit.js';
import type { Tool } from './tool.js';

export interface AssistantDeps {
  /** Undefined if no provider is configured. */
  readonly model: AiModel | undefined;
  readonly tools: readonly Tool[];
  readonly clock: Clock;
  readonly logger: Logger;
  /** Time limit, in milliseconds, for all rounds together. */
  readonly withinMs: number;
}

/** Answers the admin's questions about figures (rule:assistant-asks-and-changes-nothing). */
export class Assistant {
  constructor(private readonly deps: AssistantDeps) {}

  /** @throws RuleBroken ai_not_configured */
  requireConfigured(): AiModel {
    const { model } = this.deps;
    if (model === undefined) throw withAssistantWords('ai_not_configured');
    return model;
  }

  /**
   * @param gone aborted when the caller no longer waits
   * @throws RuleBroken ai_not_configured, ai_failed, ai_timeout, unavailable
   */
  async answer(messages: readonly ChatMessage[], language: Language, gone: AbortSignal): Promise<string> {
    const { tools, clock, logger, withinMs } = this.deps;
    const model = this.requireConfigured();
    try {
      return await withTimeLimit((signal) => converse({ model, tools, clock }, messages, language, signal), {
        withinMs,
        gone,
      });
    } catch (error) {
      if (error instanceof RuleBroken && error.code === 'ai_timeout') throw withAssistantWords('ai_timeout');
      if (!(error instanceof AiFailed) || error.fault === 'given-up') throw error;
      logger.warn(
        { fault: error.fault },
        'The AI provider gave no usable answer. docs/operations/troubles.md explains the code in the field fault of this line.',
      );
      throw withAssistantWords('ai_failed');
    }
  }
}

const withAssistantWords = (code: keyof typeof ASSISTANT_ERRORS): RuleBroken =>
  new RuleBroken(code, {}, ASSISTANT_ERRORS[code]);
