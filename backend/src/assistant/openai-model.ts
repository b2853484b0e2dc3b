import { ownMember } from '@siegel/contracts/own-members';
import type OpenAI from 'openai';
import type { AiServer } from '../platform/config/ai-config.js';
import { RuleBroken } from '../platform/errors/rule-broken.js';
import {
  AiFailed,
  type AiFault,
  type AiModel,
  type ModelAnswer,
  type ModelMessage,
  type ToolCall,
  type ToolDescription,
} from './ai-model.js';
import { AnswerTooLong, boundedFetch } from './bounded-fetch.js';

/** Maximum size of an answer in bytes. It is more than a hundred times the length that a request asks for. */
const ANSWER_MAX_BYTES = 1_000_000;
/** Milliseconds after which the SDK would abort a call. The callers abort it earlier. */
const TIMEOUT_MS = 60_000;
/** Maximum number of calls that wait for the provider at a time. */
const WAITING_MAX = 32;

type Asked = Parameters<AiModel['answer']>[0];
type Sdk = typeof import('openai');

/**
 * Headers that are removed, because in them the SDK would describe this machine, its system and the number of
 * attempts.
 */
const UNTOLD = [
  'Lang',
  'Package-Version',
  'OS',
  'Arch',
  'Runtime',
  'Runtime-Version',
  'Retry-Count',
  'Timeout',
];

/** Client for the chat completions of OpenAI, or of any compatible server. */
export class OpenAiModel implements AiModel {
  private waiting = 0;
  private readonly client: OpenAI;

  constructor(
    private readonly sdk: Sdk,
    private readonly server: AiServer,
  ) {
    const { apiKey, baseUrl: baseURL } = server;
    this.client = new sdk.OpenAI({
      apiKey,
      baseURL,
      timeout: TIMEOUT_MS,
      // The caller makes the retries, because it knows how much time is left and whether a retry can help.
      maxRetries: 0,
      fetch: boundedFetch(ANSWER_MAX_BYTES),
      defaultHeaders: Object.fromEntries(UNTOLD.map((name) => [`X-Stainless-${name}`, null])),
      // Ignores accounts and logging settings from the environment. A logging setting could put users' texts
      // into the log.
      organization: null,
      project: null,
      adminAPIKey: null,
      webhookSecret: null,
      logLevel: 'off',
    });
  }

  async answer({ messages, tools = [] }: Asked, signal: AbortSignal): Promise<ModelAnswer> {
    if (this.waiting >= WAITING_MAX) throw new RuleBroken('unavailable');
    this.waiting += 1;
    try {
      // The request contains model, messages and tools, and nothing else.
      const completion: unknown = await this.client.chat.completions.create(
        {
          model: this.server.model,
          messages: messages.map(messageParam),
          ...(tools.length === 0 ? {} : { tools: tools.map(toolParam) }),
        },
        { signal },
      );
      return answerOf(completion);
    } catch (error) {
      // The cause is left out, because its message repeats text from the provider. That text may contain text
      // from users.
      throw error instanceof AiFailed
        ? error
        : new AiFailed(signal.aborted ? 'given-up' : this.faultOf(error));
    } finally {
      this.waiting -= 1;
    }
  }

  /**
   * Returns true if the provider lists this model; undefined if it provides no list. The request contains no
   * user's text.
   * @throws AiFailed
   */
  async isListed(signal: AbortSignal): Promise<boolean | undefined> {
    try {
      const models = memberOf(await this.client.models.list({ signal }), 'data');
      if (!Array.isArray(models)) return undefined;
      return models.some((model: unknown) => memberOf(model, 'id') === this.server.model);
    } catch (error) {
      if (error instanceof this.sdk.NotFoundError) return undefined;
      throw new AiFailed(signal.aborted ? 'given-up' : this.faultOf(error));
    }
  }

  private faultOf(error: unknown): AiFault {
    const { APIConnectionError, APIError } = this.sdk;
    if (error instanceof APIConnectionError)
      return error.cause instanceof AnswerTooLong ? 'damaged' : 'unreachable';
    if (!(error instanceof APIError)) return 'damaged';
    const { status } = error as { readonly status: number | undefined };
    if (status === 429) return 'limited';
    return status !== undefined && status < 500 && status !== 408 ? 'refused' : 'failed';
  }
}

/** Loads the SDK only if a provider is configured, because loading takes an eighth of a second. */
export async function openAiModel(server: AiServer | undefined): Promise<OpenAiModel | undefined> {
  return server === undefined ? undefined : new OpenAiModel(await import('openai'), server);
}

function messageParam(message: ModelMessage): OpenAI.ChatCompletionMessageParam {
  const { content } = message;
  if (message.role === 'tool') return { role: 'tool', content, tool_call_id: message.toolCallId };
  if (message.role !== 'assistant') return { role: message.role, content };
  const { toolCalls = [] } = message;
  if (toolCalls.length === 0) return { role: 'assistant', content };
  return {
    role: 'assistant',
    content: content === '' ? null : content,
    tool_calls: toolCalls.map(({ id, name, arguments: given }) => ({
      id,
      type: 'function',
      function: { name, arguments: given },
    })),
  };
}

const toolParam = (tool: ToolDescription): OpenAI.ChatCompletionFunctionTool => ({
  type: 'function',
  function: { ...tool, parameters: { ...tool.parameters } },
});

/**
 * Returns a member of an object that another server sent; undefined if the value is no object or lacks this
 * member.
 */
const memberOf = (value: unknown, name: string | number): unknown =>
  typeof value === 'object' && value !== null ? ownMember(value, String(name)) : undefined;

/** Reads the answer. @throws AiFailed damaged, also if the provider cut the answer off or withheld it */
function answerOf(completion: unknown): ModelAnswer {
  const choice = memberOf(memberOf(completion, 'choices'), 0);
  const message = memberOf(choice, 'message');
  const reason = memberOf(choice, 'finish_reason');
  if (reason === 'length' || reason === 'content_filter') throw new AiFailed('damaged');
  const content = memberOf(message, 'content') ?? '';
  const calls = memberOf(message, 'tool_calls') ?? [];
  if (message === undefined || typeof content !== 'string' || !Array.isArray(calls))
    throw new AiFailed('damaged');
  return { text: content, toolCalls: calls.map(callOf) };
}

/** @throws AiFailed */
function callOf(call: unknown): ToolCall {
  const [id, name, given] = [
    memberOf(call, 'id'),
    memberOf(memberOf(call, 'function'), 'name'),
    memberOf(memberOf(call, 'function'), 'arguments'),
  ];
  if (typeof id !== 'string' || typeof name !== 'string' || typeof given !== 'string')
    throw new AiFailed('damaged');
  return { id, name, arguments: given };
}
