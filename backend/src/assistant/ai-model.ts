import type { JsonSchema } from '@siegel/contracts/schema';

/** A call of a tool, as a model requests it. Its content must be checked. */
export interface ToolCall {
  readonly id: string;
  readonly name: string;
  /** Arguments as JSON, or as the model's failed attempt at JSON. */
  readonly arguments: string;
}

export type ModelMessage =
  | { readonly role: 'system' | 'user'; readonly content: string }
  | { readonly role: 'assistant'; readonly content: string; readonly toolCalls?: readonly ToolCall[] }
  | { readonly role: 'tool'; readonly content: string; readonly toolCallId: string };

export interface ToolDescription {
  readonly name: string;
  readonly description: string;
  readonly parameters: JsonSchema;
}

export interface ModelAnswer {
  /** Empty if the model only calls tools. */
  readonly text: string;
  readonly toolCalls: readonly ToolCall[];
}

/** The reason for a missing answer. It contains no text from the provider. */
export type AiFault =
  /** There was no connection, or it ended too soon. */
  | 'unreachable'
  /** The provider failed (5xx). */
  | 'failed'
  /** There were too many requests; the provider asks us to retry later (429). */
  | 'limited'
  /** The provider rejects the request: key, model or address is wrong. */
  | 'refused'
  /** The response is not a valid answer: it is too long, cut off, or malformed. */
  | 'damaged'
  /** The caller no longer waits. */
  | 'given-up';

export class AiFailed extends Error {
  constructor(readonly fault: AiFault) {
    super(`the AI provider gave no usable answer: ${fault}`);
    this.name = 'AiFailed';
  }
}

/** The port to an AI provider's model. */
export interface AiModel {
  /** @throws AiFailed, RuleBroken unavailable if too many calls are already waiting */
  answer(
    asked: { readonly messages: readonly ModelMessage[]; readonly tools?: readonly ToolDescription[] },
    signal: AbortSignal,
  ): Promise<ModelAnswer>;
}
