// A mail server that knows one user, for test-operations.mjs.
import { SmtpTransport } from '../../backend/dist/mail/smtp.transport.js';
import { smtpServer } from '../../backend/dist/mail/testing/smtp-server.js';
import { timeFactor } from '../time-factor.mjs';

const USER = 'siegel';
/** Milliseconds to wait for an answer, on an idle machine. */
const ANSWER_MS = 5_000;
const listening = (server, port) =>
  new Promise((resolve, reject) =>
    server.once('error', reject).listen(port, '127.0.0.1', () => resolve(server.address().port)),
  );

export async function startMailServer() {
  const received = [];
  const logins = [];
  const open = new Set();
  let password = 'first-password';
  let server;
  let port = 0;
  const start = async () => {
    server = smtpServer(received, (stage, line) => {
      if (stage !== 'AUTH') return undefined;
      const given = Buffer.from(line.split(' ')[2] ?? '', 'base64').toString('utf8');
      const isAccepted = given === `\0${USER}\0${password}`;
      logins.push({ password: given.split('\0')[2], isAccepted });
      return isAccepted ? undefined : '535 5.7.8 no such user';
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
    /** One entry for each login: the password, and whether the login was accepted. */
    logins,
    url: urlWith(password),
    /** Changes the password. @returns the URL with the new password */
    change: (to) => {
      password = to;
      return urlWith(to);
    },
    /** True if a login with this URL succeeds. */
    accepts: async (url) => {
      const within = ANSWER_MS * timeFactor();
      const transport = new SmtpTransport({ url, from: USER, connectMs: within, silenceMs: within });
      try {
        await transport.greet();
        return true;
      } catch (error) {
        if (error.code === 'mail_setup') return false;
        throw error;
      } finally {
        transport.close();
      }
    },
    /** `stopListening` stops the server, and `listenAgain` restarts it on the same port. */
    stopListening: close,
    listenAgain: start,
    close: () => (server.listening ? close() : undefined),
  };
}
