import { type ClientRequest, type IncomingHttpHeaders, type IncomingMessage, request } from 'node:http';
import { request as secureRequest } from 'node:https';

/** Largest number of bytes that are read from a response. SendGrid's responses are shorter. */
const ANSWER_BYTES = 64_000;

export interface OutgoingRequest {
  /** POST by default; a GET is sent without a body. */
  readonly method?: 'GET' | 'POST';
  readonly url: URL;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  /** Aborts the request, unless the server already has the whole request. */
  readonly signal?: AbortSignal | undefined;
}

export interface Limits {
  /** Time limit for the connection, TLS included, in milliseconds. */
  readonly connectMs: number;
  /** Time limit for sending the request, in milliseconds. The same limit then applies to the response. */
  readonly answerMs: number;
}

export interface Answer {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  /** The body, or the part of the body that arrived. */
  readonly text: string;
}

/** The request got no response, or a response that is not HTTP. */
export class NoAnswer extends Error {
  constructor(
    /** True if the server got the whole request. */
    readonly handedOver: boolean,
    options?: ErrorOptions,
  ) {
    super('no answer', options);
    this.name = 'NoAnswer';
  }
}

class TooLate extends Error {}

/** Time limit for the current step of a request. Each step restarts the timer with its own limit. */
class Deadline {
  #timer: NodeJS.Timeout | undefined;
  #isOver = false;

  constructor(private readonly onLate: () => void) {}

  in(ms: number): void {
    clearTimeout(this.#timer);
    if (!this.#isOver) this.#timer = setTimeout(this.onLate, ms);
  }

  end(): void {
    this.#isOver = true;
    clearTimeout(this.#timer);
  }
}

/**
 * Reads the body. An incomplete body is enough, because the status alone decides the outcome and the body
 * only adds details.
 */
function read(response: IncomingMessage, done: (text: string) => void): void {
  const chunks: Buffer[] = [];
  let length = 0;
  const end = (): void => done(Buffer.concat(chunks).subarray(0, ANSWER_BYTES).toString('utf8'));
  response.on('data', (chunk: Buffer) => {
    chunks.push(chunk);
    length += chunk.length;
    if (length >= ANSWER_BYTES) response.destroy();
  });
  response.on('error', () => undefined);
  response.once('close', end);
}

function watch(clientRequest: ClientRequest, secure: boolean, { connectMs, answerMs }: Limits): Deadline {
  const deadline = new Deadline(() => clientRequest.destroy(new TooLate('the server took too long')));
  deadline.in(connectMs);
  clientRequest.once('socket', (socket) => {
    socket.once(secure ? 'secureConnect' : 'connect', () => deadline.in(answerMs));
  });
  return deadline;
}

/**
 * Sends a request over a new connection. A server can close a kept-alive connection while a request is being
 * sent. Then we would not know whether the server received the request. Redirects are not followed.
 * @throws NoAnswer
 */
export function exchange(outgoing: OutgoingRequest, limits: Limits): Promise<Answer> {
  const { url, method = 'POST', headers, body, signal } = outgoing;
  const bytes = Buffer.from(body, 'utf8');
  const secure = url.protocol === 'https:';
  return new Promise((resolve, reject) => {
    const asking = (secure ? secureRequest : request)(url, {
      method,
      agent: false,
      headers: method === 'GET' ? headers : { ...headers, 'content-length': bytes.length },
    });
    const deadline = watch(asking, secure, limits);
    let handedOver = false;
    // The event `finish` cannot replace this callback, because Node also emits `finish` if the connection
    // failed.
    const onWritten = (error: Error | null | undefined): void => {
      if (error !== undefined && error !== null) return;
      handedOver = true;
      deadline.in(limits.answerMs);
    };
    const breakOff = (): void => {
      if (!handedOver) asking.destroy(new Error('broken off'));
    };
    const over = (): void => {
      deadline.end();
      signal?.removeEventListener('abort', breakOff);
    };
    // After the response's status has arrived, an error no longer rejects the promise. The promise resolves
    // when the body has been read.
    let isAnswered = false;
    asking.on('error', (cause) => {
      if (isAnswered) return;
      over();
      reject(new NoAnswer(handedOver, { cause }));
    });
    asking.once('response', (response) => {
      isAnswered = true;
      read(response, (text) => {
        over();
        resolve({ status: response.statusCode ?? 0, headers: response.headers, text });
        asking.destroy();
      });
    });
    signal?.addEventListener('abort', breakOff);
    if (signal?.aborted === true) breakOff();
    else {
      if (method === 'POST') asking.write(bytes, onWritten);
      asking.end();
    }
  });
}
