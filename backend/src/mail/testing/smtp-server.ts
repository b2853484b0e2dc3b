import { createServer, type Server, type Socket } from 'node:net';
import { createServer as createSecureServer, type TlsOptions } from 'node:tls';

/** A mail that the server accepted. */
export interface Received {
  readonly from: string;
  readonly to: string[];
  readonly data: string;
}

/**
 * Step of the SMTP dialogue: the client's command, or one of the two steps without a command, which are
 * `connect` and `.` (end of the message).
 */
export type SmtpStage = 'connect' | 'EHLO' | 'AUTH' | 'MAIL' | 'RCPT' | 'DATA' | '.';

/**
 * The server's behaviour: a reply line, a cut connection, silence, or the normal reply with a delay. The
 * delay is `lateMs` milliseconds, or lasts until a promise has resolved. At `DATA`, the server can also wait
 * for `bytes` bytes of the message, and then cut the connection or reply. With undefined, it sends the normal
 * reply at once.
 */
export type SmtpAnswer =
  | `${number} ${string}`
  | 'cut'
  | 'silence'
  | { readonly lateMs: number }
  | { readonly after: Promise<void> }
  | { readonly bytes: number; readonly then: 'cut' | 'end' | `${number} ${string}` }
  | undefined;

/** The connected client. */
export interface SmtpPeer {
  /** Number of the connection, counted from 1. */
  readonly connection: number;
  /** The recipient that the client named last; undefined before it has named one. */
  readonly recipient: string | undefined;
}

const PROPER_REPLIES: { readonly [S in SmtpStage]: string } = {
  connect: '220 localhost',
  EHLO: '250-localhost\r\n250 AUTH PLAIN',
  AUTH: '235 welcome',
  MAIL: '250 ok',
  RCPT: '250 ok',
  DATA: '354 go on',
  '.': '250 accepted',
};

const stageOf = (line: string): SmtpStage | undefined => {
  const word = line.slice(0, 4).toUpperCase();
  if (word === 'HELO') return 'EHLO';
  return (['EHLO', 'AUTH', 'MAIL', 'RCPT', 'DATA'] as const).find((stage) => stage === word);
};

/** Writes a line at the time that `reply` determines, if the client is still connected then. */
function writeLine(socket: Socket, line: string, reply: SmtpAnswer): void {
  const write = (): boolean => !socket.destroyed && socket.write(`${line}\r\n`);
  if (typeof reply !== 'object') write();
  else if ('after' in reply) void reply.after.then(write);
  else if ('bytes' in reply) write();
  else {
    const timer = setTimeout(write, reply.lateMs);
    socket.once('close', () => clearTimeout(timer));
  }
}

/**
 * Starts a minimal RFC 5321 server.
 * @param answer overrides the normal reply. It is called once for each connection with an empty `line`, once
 * for each command with the command as `line`, and at the stage `.` with the message as `line`.
 * @param tls if given, the server speaks TLS from the first byte
 */
export function smtpServer(
  received: Received[],
  answer: (stage: SmtpStage, line: string, peer: SmtpPeer) => SmtpAnswer,
  tls?: TlsOptions,
): Server {
  let connections = 0;
  const serve = (socket: Socket): void => {
    connections += 1;
    const connection = connections;
    let from = '';
    let to: string[] = [];
    let recipient: string | undefined;
    let data: string | undefined;
    let rest = '';
    /** The server's reaction after it has received part of the message. */
    let partly: { left: number; readonly then: 'cut' | 'end' | `${number} ${string}` } | undefined;
    /**
     * Sends the reply.
     * @returns true if the server sends the normal reply, at once or later
     */
    const say = (stage: SmtpStage, line: string): boolean => {
      const reply = answer(stage, line, { connection, recipient });
      if (reply === 'cut') socket.resetAndDestroy();
      else if (reply !== 'silence')
        writeLine(socket, typeof reply === 'string' ? reply : PROPER_REPLIES[stage], reply);
      if (typeof reply === 'object' && 'bytes' in reply) partly = { left: reply.bytes, then: reply.then };
      return typeof reply !== 'string';
    };
    const take = (line: string): void => {
      if (data !== undefined) {
        if (line !== '.') data += `${line.replace(/^\.\./, '.')}\r\n`;
        else {
          const mail = { from, to, data };
          data = undefined;
          // The server has the mail now, even if it replies later.
          if (say('.', mail.data)) received.push(mail);
        }
        return;
      }
      const stage = stageOf(line);
      if (stage === 'RCPT') recipient = line.slice(8);
      if (line === 'QUIT') {
        socket.end('221 bye\r\n');
      } else if (stage === undefined) {
        socket.write('250 ok\r\n');
      } else if (say(stage, line)) {
        if (stage === 'MAIL') [from, to] = [line.slice(10), []];
        if (stage === 'RCPT') to.push(line.slice(8));
        if (stage === 'DATA') data = '';
      }
    };
    /**
     * Counts the received bytes of the message. Returns true if the server has received enough of the
     * message, so it reads no more.
     */
    const hasEnough = (bytes: number): boolean => {
      if (partly === undefined) return false;
      const wasEnough = partly.left <= 0;
      partly.left -= bytes;
      if (partly.left > 0) return false;
      if (partly.then === 'cut') socket.resetAndDestroy();
      else if (partly.then === 'end') socket.end();
      else if (!wasEnough) socket.write(`${partly.then}\r\n`);
      return true;
    };
    say('connect', '');
    socket.on('error', () => {});
    socket.on('data', (chunk) => {
      if (hasEnough(chunk.length)) return;
      const lines = (rest + chunk.toString('utf8')).split('\r\n');
      rest = lines.pop() ?? '';
      lines.forEach(take);
    });
  };
  if (tls === undefined) return createServer(serve);
  // A client that does not trust the certificate ends the handshake. The server ignores that error.
  return createSecureServer(tls, serve).on('tlsClientError', () => {});
}
