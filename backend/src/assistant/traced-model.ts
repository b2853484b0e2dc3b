import { inSpan, type Tracing } from '../platform/tracing/tracing.js';
import { AiFailed, type AiModel } from './ai-model.js';

/**
 * Wraps the model so that each call has a span. If a call fails, the span states the kind of failure. The
 * span never contains text from the question or the answer.
 */
export function tracedModel(model: AiModel | undefined, tracing: Tracing): AiModel | undefined {
  if (model === undefined || !tracing.isOn) return model;
  return {
    answer: (asked, signal) =>
      inSpan(tracing, { name: 'ai.answer', kind: 'client' }, async (span) => {
        try {
          return await model.answer(asked, signal);
        } catch (error) {
          if (error instanceof AiFailed) span.set({ 'ai.fault': error.fault });
          throw error;
        }
      }),
  };
}
