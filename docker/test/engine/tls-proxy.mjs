// Terminates TLS and forwards plain HTTP, as a web server on the same machine does. Overwrites any client
// address that a request claims. Its argument is { port, to, cert, key } as JSON. Prints a line when it
// listens.
import { readFileSync } from 'node:fs';
import { request } from 'node:http';
import { createServer } from 'node:https';

const { port, to, cert, key } = JSON.parse(process.argv[2]);

createServer({ cert: readFileSync(cert), key: readFileSync(key) }, (asked, answer) => {
  const { 'x-real-ip': _, forwarded: __, ...headers } = asked.headers;
  const address = asked.socket.remoteAddress.replace(/^::ffff:/, '');
  const onward = request(
    new URL(asked.url, to),
    {
      method: asked.method,
      headers: { ...headers, 'x-forwarded-for': address, 'x-forwarded-proto': 'https' },
    },
    (got) => {
      answer.writeHead(got.statusCode, got.headers);
      got.pipe(answer);
    },
  );
  onward.on('error', () => answer.destroy());
  asked.pipe(onward);
}).listen(port, () => console.log('listening'));
