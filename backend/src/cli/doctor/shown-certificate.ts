import { isIP } from 'node:net';
import { connect } from 'node:tls';

/** The certificate that a server presented. */
export interface ShownCertificate {
  readonly validTo: Date;
  /**
   * The reason why this machine does not trust the certificate; undefined if the machine trusts the
   * certificate.
   */
  readonly problem: string | undefined;
}

interface Server {
  /** A name or an address; an IPv6 address may be in brackets. */
  readonly host: string;
  readonly port: number;
}

/**
 * Returns the certificate that a server presents, whether or not it is trusted; undefined if the server does
 * not respond over TLS.
 * @param withinMs milliseconds without a response after which the function gives up
 */
export function shownCertificate(
  server: Server,
  withinMs: number,
  signal: AbortSignal,
): Promise<ShownCertificate | undefined> {
  const host = server.host.replace(/^\[(.*)\]$/, '$1');
  return new Promise((resolve) => {
    const socket = connect({
      host,
      port: server.port,
      rejectUnauthorized: false,
      timeout: withinMs,
      ...(isIP(host) === 0 ? { servername: host } : {}),
    });
    const end = (found: ShownCertificate | undefined): void => {
      signal.removeEventListener('abort', giveUp);
      socket.destroy();
      resolve(found);
    };
    const giveUp = (): void => end(undefined);
    signal.addEventListener('abort', giveUp, { once: true });
    socket.once('error', giveUp);
    socket.once('timeout', giveUp);
    socket.once('secureConnect', () => {
      const certificate = socket.getPeerX509Certificate();
      if (certificate === undefined) return giveUp();
      const problem = socket.authorized ? undefined : String(socket.authorizationError);
      end({ validTo: new Date(certificate.validTo), problem });
    });
  });
}
