import type { FastifyRequest } from 'fastify';
import { isLoopbackHost, parseIp } from '../../platform/network/ip-address.js';
import { isForwarded } from './forwarding-headers.js';

/**
 * True if the peer is this machine, no proxy forwarded the call, and the call's `Host` is a loopback host
 * (rule:loopback-means-this-machine). Neither proxies nor DNS rebinding can make other calls look like this.
 */
export function isLoopback(request: Pick<FastifyRequest, 'headers' | 'socket'>): boolean {
  return (
    parseIp(request.socket.remoteAddress ?? '')?.range() === 'loopback' &&
    isLoopbackHost(request.headers.host ?? '') &&
    !isForwarded(request.headers)
  );
}
