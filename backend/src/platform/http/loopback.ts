import type { FastifyRequest } from 'fastify';

const LOOPBACK = /^(?:127(?:\.\d{1,3}){3}|::1|::ffff:127(?:\.\d{1,3}){3})$/i;
const LOOPBACK_HOST = /^(?:localhost|127(?:\.\d{1,3}){3}|\[::1\])(?::\d{1,5})?$/i;
const FORWARDING = ['forwarded', 'x-forwarded-for', 'x-forwarded-host', 'x-real-ip', 'via'];

/** The peer is this machine, nobody forwarded, and the address that was called is a loopback one (decisions 16): safe from proxies and DNS rebinding. */
export function isLoopback(request: Pick<FastifyRequest, 'headers' | 'socket'>): boolean {
  const peer = request.socket.remoteAddress ?? '';
  return (
    LOOPBACK.test(peer) && LOOPBACK_HOST.test(request.headers.host ?? '') && FORWARDING.every((name) => request.headers[name] === undefined)
  );
}
