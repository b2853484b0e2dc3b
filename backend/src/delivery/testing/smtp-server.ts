import { createServer, type Server, type Socket } from 'node:net';

/** A mail that was accepted. */
export interface Received {
  readonly from: string;
  readonly to: string[];
  readonly data: string;
}

/** The least of RFC 5321 that a client needs. Answers to RCPT TO come from `refuse`. */
export function smtpServer(received: Received[], refuse: () => string | undefined): Server {
  return createServer((socket: Socket) => {
    let from = '';
    let to: string[] = [];
    let data: string | undefined;
    let rest = '';
    const say = (line: string): void => void socket.write(`${line}\r\n`);
    const take = (line: string): void => {
      if (data !== undefined) {
        if (line !== '.') data += `${line.replace(/^\.\./, '.')}\r\n`;
        else {
          received.push({ from, to, data });
          data = undefined;
          say('250 accepted');
        }
      } else if (/^(EHLO|HELO)/.test(line)) say('250 localhost');
      else if (line.startsWith('MAIL FROM:')) {
        from = line.slice(10);
        to = [];
        say('250 ok');
      } else if (line.startsWith('RCPT TO:')) {
        const refusal = refuse();
        if (refusal === undefined) to.push(line.slice(8));
        say(refusal ?? '250 ok');
      } else if (line === 'DATA') {
        data = '';
        say('354 go on');
      } else if (line === 'QUIT') {
        say('221 bye');
        socket.end();
      } else say('250 ok');
    };
    say('220 localhost');
    socket.on('error', () => {});
    socket.on('data', (chunk) => {
      const lines = (rest + chunk.toString('utf8')).split('\r\n');
      rest = lines.pop() ?? '';
      lines.forEach(take);
    });
  });
}
