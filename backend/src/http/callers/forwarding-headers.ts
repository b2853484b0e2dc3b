/** Words of a header's name that show that a proxy, a load balancer or a CDN handled the request. */
const HOP =
  /^(?:forward\w*|via|prox(?:y|ied)\w*|cdn|cluster|gateway|ingress|lb|front|original|originating|real|connecting|remote)$/;

/**
 * Words in the names of certain headers. The value of such a header is the caller's address, or the host or
 * scheme that the caller used.
 */
const CALLER =
  /^(?:(?:real|true|user|source|src|remote)?ips?|ipv[46]|\w*clientip|addr|address|host|proto|scheme|ssl|tls|https)$/;

/** Words in the headers that certain proxies and CDNs add. */
const VENDOR =
  /^(?:akamai|ali|amz|amzn|appengine|arr|azure|cf|cloud|cloudflare|cloudfront|envoy|fastly|fly|incap|nf|sucuri|traefik|vercel)$/;

const PATTERNS = [HOP, CALLER, VENDOR];

/**
 * Headers that clients send themselves: `Host`, in which every client names the host that it calls, and the
 * `Sec-…` headers, which only browsers set.
 */
const DIRECT = /^(?:host$|sec-)/;

/**
 * True if a header with this name is one that proxies add when they forward a request. The check looks at the
 * words in the name instead of at a list of names, because each proxy and each CDN has its own names, and new
 * names appear.
 * @param name in lower case
 */
export const isForwardingHeader = (name: string): boolean =>
  !DIRECT.test(name) && name.split(/[-_]/).some((word) => PATTERNS.some((pattern) => pattern.test(word)));

/**
 * True if a request with these headers came through a proxy. Headers with an empty value are considered too.
 */
export const isForwarded = (headers: Readonly<Record<string, unknown>>): boolean =>
  Object.keys(headers).some(isForwardingHeader);
