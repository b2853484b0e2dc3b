// A mail server that knows one user, for test-operations.mjs.
import { smtpServer } from '../../backend/dist/mail/testing/smtp-server.js';

const USER = 'siegel';
const listening = (server, port) =>
  new Promise((resolve, reject) =>
    server.once('error', reject).listen(port, '127.0.0.1', () => resolve(server.address().port)),
  );

export async function startMailServer() {
  const received = [];
  const open = new Set();
  let password = 'first-password';
  let server;
  let port = 0;
  const start = async () => {
    server = smtpServer(received, (stage, line) => {
      if (stage !== 'AUTH') return undefined;
      const given = Buffer.from(line.split(' ')[2] ?? '', 'base64').toString('utf8');
      return given === `\0${USER}\0${password}` ? undefined : '535 5.7.8 no such user';
    });
    server.on('connection', (socket) => {
      open.add(socket);
      socket.once('close', () => open.delete(socket));
    });
    port = await listening(server, port);
  };
  const close = () =>
    new Promise((resolve) => {
      for (const socket of open) socket.destroy();
      server.close(resolve);
    });
  await start();
  const urlWith = (one) => `smtp://${USER}:${one}@127.0.0.1:${port}`;
  return {
    received,
    url: urlWith(password),
    /** Another password from now on. @returns the address with it */
    change: (to) => {
      password = to;
      return urlWith(to);
    },
    /** Nobody answers at its port, and again. */
    goAway: close,
    comeBack: start,
    close: () => (server.listening ? close() : undefined),
  };
}
