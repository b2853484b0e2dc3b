// A mail server on port 1025 that accepts every SMTP command.
import { createServer } from 'node:net';

const ANSWERS = { EHLO: '250-mail\r\n250 8BITMIME', DATA: '354 go on', QUIT: '221 bye' };

createServer((socket) => {
  let rest = '';
  let isInMail = false;
  socket.on('error', () => undefined);
  socket.write('220 mail\r\n');
  socket.on('data', (chunk) => {
    const lines = (rest + chunk.toString('latin1')).split('\r\n');
    rest = lines.pop();
    for (const line of lines) {
      if (isInMail && line !== '.') continue;
      const word = isInMail ? '' : line.slice(0, 4).toUpperCase();
      isInMail = word === 'DATA';
      socket.write(`${ANSWERS[word] ?? '250 ok'}\r\n`);
    }
  });
}).listen(1025);
for (const signal of ['SIGTERM', 'SIGINT']) process.on(signal, () => process.exit(0));
