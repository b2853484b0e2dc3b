import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net';
import { breakOff } from './proxy.js';

describe('a connection that is broken off', () => {
  let server: Server;
  let here: Socket;
  let there: Socket;
  beforeEach(async () => {
    server = createServer({ allowHalfOpen: true }).listen(0, '127.0.0.1');
    await once(server, 'listening');
    here = connect({ port: (server.address() as AddressInfo).port, host: '127.0.0.1', allowHalfOpen: true });
    [[there]] = await Promise.all([once(server, 'connection') as Promise<[Socket]>, once(here, 'connect')]);
  });
  afterEach(() => {
    there.destroy();
    server.close();
  });

  it('is reset if it is open', async () => {
    breakOff(here);
    await expect(once(there.resume(), 'end')).rejects.toMatchObject({ code: 'ECONNRESET' });
  });

  it('is closed even if this side has just ended it', async () => {
    here.end();
    breakOff(here);
    await once(here, 'close');
  });
});
