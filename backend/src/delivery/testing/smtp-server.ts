import { createServer, type Server, type Socket } from 'node:net';

/** A mail that was accepted. */
export interface Received {
  readonly from: string;
  readonly to: string[];
  readonly data: string;
}

/** What a client says, and `connect` and `.` for the moments at which it says nothing of its own. */
export type SmtpStage = 'connect' | 'EHLO' | 'AUTH' | 'MAIL' | 'RCPT' | 'DATA' | '.';

/** A line, or that the connection is cut, or that nothing is said any more; undefined: as it should be. */
export type SmtpAnswer = `${number} ${string}` | 'cut' | 'silence' | undefined;

const PROPER: { readonly [S in SmtpStage]: string } = {
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

/**
 * The least of RFC 5321 that a client needs.
 * @param answer what it says instead of what it should; asked once for each command, with its line
 */
export function smtpServer(
  received: Received[],
  answer: (stage: SmtpStage, line: string) => SmtpAnswer,
): Server {
  return createServer((socket: Socket) => {
    let from = '';
    let to: string[] = [];
    let data: string | undefined;
    let rest = '';
    /** @returns whether all is as it should be */
    const say = (stage: SmtpStage, line: string): boolean => {
      const said = answer(stage, line);
      if (said === 'cut') socket.resetAndDestroy();
      else if (said !== 'silence') socket.write(`${said ?? PROPER[stage]}\r\n`);
      return said === undefined;
    };
    const take = (line: string): void => {
      if (data !== undefined) {
        if (line !== '.') data += `${line.replace(/^\.\./, '.')}\r\n`;
        else {
          const mail = { from, to, data };
          data = undefined;
          if (say('.', '')) received.push(mail);
        }
        return;
      }
      const stage = stageOf(line);
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
    say('connect', '');
    socket.on('error', () => {});
    socket.on('data', (chunk) => {
      const lines = (rest + chunk.toString('utf8')).split('\r\n');
      rest = lines.pop() ?? '';
      lines.forEach(take);
    });
  });
}
