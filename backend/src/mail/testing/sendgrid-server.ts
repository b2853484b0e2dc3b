import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { createServer as createSecureServer, type ServerOptions } from 'node:https';
import { Ajv2020 } from 'ajv/dist/2020.js';
import formats from 'ajv-formats';
import { SENDGRID_BODY } from './sendgrid-body.schema.js';

/** A message as SendGrid received it. */
export interface SendGridBody {
  readonly from: { readonly email: string; readonly name?: string };
  readonly reply_to?: { readonly email: string; readonly name?: string };
  readonly subject: string;
  readonly personalizations: readonly {
    readonly to: readonly { readonly email: string }[];
    readonly custom_args: Readonly<Record<string, string>>;
  }[];
  readonly content: readonly { readonly type: string; readonly value: string }[];
  readonly attachments?: readonly {
    readonly content: string;
    readonly type: string;
    readonly filename: string;
    readonly disposition: string;
  }[];
  readonly headers: Readonly<Record<string, string>>;
  readonly tracking_settings: object;
}

export interface Refused {
  readonly status: number;
  /** The member of our request that the error is about; null if the error is about no member. */
  readonly field?: string | null;
  readonly headers?: Readonly<Record<string, string | number>>;
  /** Body that is sent instead of `errors`. */
  readonly text?: string;
}

/**
 * The server's behaviour for a message. `Refused` refuses the message. With the other values, the server
 * first receives the whole message. Then it cuts the connection, stays silent, sends a response that is not
 * HTTP, or sends the normal response after a promise has resolved. With undefined, it sends the normal
 * response at once.
 */
export type SendGridAnswer =
  | Refused
  | 'cut'
  | 'silence'
  | 'garbage'
  | { readonly after: Promise<void> }
  | undefined;

const ajv = new Ajv2020({ allErrors: true, strict: false });
formats.default(ajv);
const isBody = ajv.compile<SendGridBody>(SENDGRID_BODY);

async function textOf(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request as AsyncIterable<Buffer>) chunks.push(chunk);
  return Buffer.concat(chunks).toString('utf8');
}

function refuse(response: ServerResponse, { status, field = null, headers = {}, text }: Refused): void {
  response.writeHead(status, { 'content-type': 'application/json', ...headers });
  const errors = [{ message: 'refused by the test', field, help: null }];
  response.end(text ?? JSON.stringify({ errors }));
}

/**
 * Returns the error response that SendGrid's reference prescribes for a request; undefined if the request has
 * no error. Does not check the body.
 */
function faultOf({ method, url, headers }: IncomingMessage, apiKey: string): Refused | undefined {
  if (url === '/v3/scopes') return headers.authorization === `Bearer ${apiKey}` ? undefined : { status: 401 };
  if (url !== '/v3/mail/send') return { status: 404 };
  if (method !== 'POST') return { status: 405 };
  if (headers.authorization !== `Bearer ${apiKey}`) return { status: 401 };
  if (headers['content-type'] !== 'application/json') return { status: 415 };
  return undefined;
}

function bodyOf(text: string): SendGridBody | Refused {
  let body: unknown;
  try {
    body = JSON.parse(text);
  } catch {
    return { status: 400, text: '{"errors":[{"message":"Bad Request","field":null,"help":null}]}' };
  }
  if (isBody(body)) return body;
  const [first] = isBody.errors ?? [];
  return { status: 400, field: (first?.instancePath ?? '').slice(1).replaceAll('/', '.') };
}

/**
 * Starts a server with a strict `POST /v3/mail/send` that follows SendGrid's reference. The server responds
 * with 400 if the body has a member that SendGrid does not know, or that we never send. `GET /v3/scopes`
 * lists the permissions of the key.
 * @param received collects the accepted messages
 * @param answer overrides the normal response; called once for each message, before it is accepted
 * @param tls if given, the server speaks TLS from the first byte
 */
export function sendGridServer(
  received: SendGridBody[],
  answer: (body: SendGridBody) => SendGridAnswer,
  {
    apiKey,
    tls,
    scopes = ['mail.send'],
  }: { readonly apiKey: string; readonly tls?: ServerOptions; readonly scopes?: readonly string[] },
): Server {
  const serve = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const text = await textOf(request);
    const wrong = faultOf(request, apiKey);
    if (wrong !== undefined) return refuse(response, wrong);
    if (request.url === '/v3/scopes') return void response.end(JSON.stringify({ scopes }));
    const body = bodyOf(text);
    if ('status' in body) return refuse(response, body);
    const reply = answer(body);
    if (reply === 'cut') request.socket.resetAndDestroy();
    else if (reply === 'garbage') request.socket.end('220 localhost ESMTP\r\n');
    else if (reply === 'silence') return;
    else if (reply !== undefined && 'status' in reply) refuse(response, reply);
    else {
      // The server has the message now, even if it responds later.
      received.push(body);
      await reply?.after;
      response.writeHead(202, { 'x-message-id': 'a test message', 'content-length': 0 });
      response.end();
    }
  };
  const listener = (request: IncomingMessage, response: ServerResponse): void => {
    serve(request, response).catch(() => request.socket.destroy());
  };
  return tls === undefined
    ? createServer(listener)
    : createSecureServer(tls, listener).on('tlsClientError', () => {});
}
