import type { JsonSchema } from '@siegel/contracts/schema';

/** A call of a tool, as a model asks for it: whatever it says is to be checked. */
export interface ToolCall {
  readonly id: string;
  readonly name: string;
  /** JSON, or what a model takes for it. */
  readonly arguments: string;
}

export type ModelMessage =
  | { readonly role: 'system' | 'user'; readonly content: string }
  | { readonly role: 'assistant'; readonly content: string; readonly toolCalls?: readonly ToolCall[] }
  | { readonly role: 'tool'; readonly content: string; readonly toolCallId: string };

/** What a model is told of a tool. */
export interface ToolDescription {
  readonly name: string;
  readonly description: string;
  readonly parameters: JsonSchema;
}

export interface ModelAnswer {
  /** Empty where it only asks for tools. */
  readonly text: string;
  readonly toolCalls: readonly ToolCall[];
}

/** Why there is no answer; none of the provider's words. */
export type AiFault =
  /** No connection, or one that ended too soon. */
  | 'unreachable'
  /** It failed by itself (5xx). */
  | 'failed'
  /** It wants to be asked later (429). */
  | 'limited'
  /** It does not take what we send: key, model or address are wrong. */
  | 'refused'
  /** What came is no answer: too long, cut off, not of its form. */
  | 'damaged'
  /** Whoever asked does not wait any longer. */
  | 'given-up';

export class AiFailed extends Error {
  constructor(readonly fault: AiFault) {
    super(`the AI provider gave no usable answer: ${fault}`);
    this.name = 'AiFailed';
  }
}

/** Somebody else's model, behind a port. */
export interface AiModel {
  /** @throws AiFailed, RuleBroken unavailable where too many wait already */
  answer(
    asked: { readonly messages: readonly ModelMessage[]; readonly tools?: readonly ToolDescription[] },
    signal: AbortSignal,
  ): Promise<ModelAnswer>;
}
