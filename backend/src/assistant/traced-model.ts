import { inSpan, type Tracing } from '../platform/tracing/tracing.js';
import { AiFailed, type AiModel } from './ai-model.js';

/**
 * Wraps the model so that each call has a span. The span states the kind of a failure, but contains no word
 * of question or answer.
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
