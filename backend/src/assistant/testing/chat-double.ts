import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface DoubleCall {
  readonly name: string;
  /** Arguments of the call. They are sent as JSON; a string is sent unchanged. */
  readonly arguments: unknown;
}

/** The double's response to a call of the API. */
export type DoubleAnswer =
  | { readonly text: string; readonly finish?: string }
  | { readonly calls: readonly DoubleCall[]; readonly text?: string }
  /** An error in the format of the API. */
  | { readonly status: number; readonly headers?: Readonly<Record<string, string>> }
  /** Any body, with status 200. */
  | { readonly raw: string; readonly type?: string }
  /** A stream of events that was not requested. */
  | { readonly streamed: string }
  /** An incomplete body of this many bytes. */
  | { readonly bytes: number }
  /** The connection ends before the response (`cut`), or in the middle of the response (`cut within`). */
  | 'cut'
  | 'cut within'
  /** There is no response at all (`silence`), or only its head (`silence within`). */
  | 'silence'
  | 'silence within';

interface SentMessage {
  readonly role: string;
  readonly content: string | null;
  readonly tool_calls?: readonly { readonly id: string }[];
  readonly tool_call_id?: string;
}

export interface SentBody {
  readonly model: string;
  readonly messages: readonly SentMessage[];
  readonly tools?: readonly { readonly type: string; readonly function: { readonly name: string } }[];
}

export interface DoubleRequest {
  readonly headers: IncomingMessage['headers'];
  readonly body: SentBody;
}

/** The API's error text. It repeats a user's text, so no log may contain it. */
const SECRET_WORDS = 'A text of the provider that repeats what somebody wrote';

const CALLED = /^[\w-]{1,64}$/;

/**
 * Returns the reason why the API would refuse the request, for instance because the request contains the
 * result of a tool that was not called, or a call without a result.
 */
function problemOf({ model, messages, tools = [] }: SentBody): string | undefined {
  if (typeof model !== 'string' || !Array.isArray(messages) || messages.length === 0) return 'shape';
  if (tools.some(({ type, function: { name } }) => type !== 'function' || !CALLED.test(name))) return 'tools';
  let open: readonly string[] = [];
  for (const {
    role,
    content,
    tool_calls: calls,
    tool_call_id: answers,
  } of messages as readonly SentMessage[]) {
    if (role === 'tool') {
      if (answers === undefined || !open.includes(answers)) return 'a tool that nobody called';
      open = open.filter((id) => id !== answers);
      continue;
    }
    if (open.length > 0) return 'a call that no tool answered';
    if (typeof content !== 'string' && calls === undefined) return 'content';
    open = (calls ?? []).map(({ id }) => id);
  }
  return open.length > 0 ? 'a call that no tool answered' : undefined;
}

/**
 * A local server that implements the part of the chat completions that this service uses. It can simulate
 * every kind of failure of such a server.
 */
export class ChatDouble {
  readonly apiKey = 'sk-of-the-double';
  readonly model = 'double-1';
  readonly requests: DoubleRequest[] = [];
  /** Answers to the next calls, in order. */
  readonly answers: DoubleAnswer[] = [];
  /** Returns the answer to a call once `answers` is empty. */
  otherwise: (body: SentBody) => DoubleAnswer = () => ({ text: 'Nothing to say.' });
  private readonly server: Server;
  private waiters: (() => void)[] = [];
  private ids = 0;

  constructor() {
    this.server = createServer((request, response) => {
      this.serve(request, response).catch(() => request.socket.destroy());
    });
  }

  /** @returns the address, for OPENAI_BASE_URL */
  async start(): Promise<string> {
    await new Promise<void>((resolve, reject) => {
      this.server.once('error', reject).listen(0, '127.0.0.1', resolve);
    });
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}/v1`;
  }

  /** Starts the server. Returns the environment variables with which the service uses it. */
  async startConfigured(): Promise<Record<string, string>> {
    return { OPENAI_BASE_URL: await this.start(), OPENAI_API_KEY: this.apiKey, OPENAI_MODEL: this.model };
  }

  async stop(): Promise<void> {
    const closed = new Promise<void>((resolve) => {
      this.server.close(() => resolve());
    });
    this.server.closeAllConnections();
    await closed;
  }

  /** Resolves as soon as the next call arrives. */
  nextCall(): Promise<void> {
    return new Promise((resolve) => {
      this.waiters.push(resolve);
    });
  }

  /** Resolves when the connection of the last call has ended. */
  lastCallOver: Promise<void> = Promise.resolve();

  /** Body of the last request. */
  get last(): SentBody {
    const request = this.requests.at(-1);
    if (request === undefined) throw new Error('nothing was asked');
    return request.body;
  }

  private async serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    this.lastCallOver = new Promise((resolve) => {
      response.once('close', resolve);
    });
    const { url, method, headers } = request;
    const isKnown = headers.authorization === `Bearer ${this.apiKey}`;
    if (method === 'GET' && url === '/v1/models')
      return isKnown ? this.list(response) : this.refuse(response, 401);
    const body = JSON.parse(await textOf(request)) as SentBody;
    this.requests.push({ headers: request.headers, body });
    for (const notify of this.waiters.splice(0)) notify();
    if (method !== 'POST' || url !== '/v1/chat/completions') return this.refuse(response, 404);
    if (!isKnown) return this.refuse(response, 401);
    if (problemOf(body) !== undefined) return this.refuse(response, 400);
    this.say(request, response, this.answers.shift() ?? this.otherwise(body));
  }

  /** Sends the list of models. */
  private list(response: ServerResponse): void {
    const data = [{ id: this.model, object: 'model', created: 1_700_000_000, owned_by: 'double' }];
    send(response, JSON.stringify({ object: 'list', data }));
  }

  private say(request: IncomingMessage, response: ServerResponse, answer: DoubleAnswer): void {
    if (answer === 'silence') return;
    if (answer === 'cut') return void request.socket.resetAndDestroy();
    if (answer === 'silence within' || answer === 'cut within') {
      response.writeHead(200, { 'content-type': 'application/json' });
      response.write('{"id":"chatcmpl-1","choices":[{"mess', () => {
        if (answer === 'cut within') request.socket.resetAndDestroy();
      });
      return;
    }
    if ('status' in answer) return this.refuse(response, answer.status, answer.headers);
    if ('raw' in answer) return send(response, answer.raw, answer.type);
    if ('bytes' in answer) return send(response, `{"filler":"${'x'.repeat(answer.bytes)}"`);
    if ('streamed' in answer) {
      const chunk = { object: 'chat.completion.chunk', choices: [{ delta: { content: answer.streamed } }] };
      return send(response, `data: ${JSON.stringify(chunk)}\n\ndata: [DONE]\n\n`, 'text/event-stream');
    }
    send(response, JSON.stringify(this.completion(answer)));
  }

  private completion(answer: Extract<DoubleAnswer, { text?: string }>): object {
    const calls = 'calls' in answer ? answer.calls : [];
    const finish = calls.length > 0 ? 'tool_calls' : 'stop';
    return {
      id: `chatcmpl-${(this.ids += 1)}`,
      object: 'chat.completion',
      created: 1_700_000_000,
      model: this.model,
      choices: [
        {
          index: 0,
          message: {
            role: 'assistant',
            content: answer.text ?? null,
            refusal: null,
            ...(calls.length === 0 ? {} : { tool_calls: calls.map((call) => this.called(call)) }),
          },
          logprobs: null,
          finish_reason: 'finish' in answer ? (answer.finish ?? finish) : finish,
        },
      ],
      usage: { prompt_tokens: 1, completion_tokens: 1, total_tokens: 2 },
    };
  }

  private called({ name, arguments: given }: DoubleCall): object {
    const text = typeof given === 'string' ? given : JSON.stringify(given);
    return { id: `call_${(this.ids += 1)}`, type: 'function', function: { name, arguments: text } };
  }

  private refuse(
    response: ServerResponse,
    status: number,
    headers: Readonly<Record<string, string>> = {},
  ): void {
    const error = { message: SECRET_WORDS, type: 'invalid_request_error', param: null, code: null };
    response.writeHead(status, { 'content-type': 'application/json', ...headers });
    response.end(JSON.stringify({ error }));
  }
}

function send(response: ServerResponse, body: string, type = 'application/json'): void {
  response.writeHead(200, { 'content-type': type });
  response.end(body);
}

async function textOf(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request as AsyncIterable<Buffer>) chunks.push(chunk);
  return Buffer.concat(chunks).toString('utf8');
}
