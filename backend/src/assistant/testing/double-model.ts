import * as sdk from 'openai';
import type { AiModel } from '../ai-model.js';
import { OpenAiModel } from '../openai-model.js';
import { ChatDouble } from './chat-double.js';

/** Starts a double for one test file. Returns the double, and a model that uses it as the service would. */
export function doubledModel(): { readonly double: ChatDouble; readonly model: () => AiModel } {
  const double = new ChatDouble();
  let baseUrl = '';
  beforeAll(async () => {
    baseUrl = await double.start();
  });
  afterAll(() => double.stop());
  beforeEach(() => {
    double.requests.length = 0;
    double.answers.length = 0;
    double.otherwise = () => ({ text: 'Nothing to say.' });
  });
  const { apiKey, model } = double;
  return { double, model: () => new OpenAiModel(sdk, { apiKey, model, baseUrl, provider: 'double' }) };
}

/** Returns a signal that is never aborted. */
export const patient = (): AbortSignal => new AbortController().signal;
