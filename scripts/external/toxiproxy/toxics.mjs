// The disturbances of a connection, and the client of toxiproxy's API that applies them.

const BOTH = ['downstream', 'upstream'];
const ANSWERS = ['downstream'];

/**
 * Disturbances by name, in the terms of toxiproxy's API. Values are in milliseconds, bytes or kB/s. Only the
 * delay of `slices` is in microseconds. `seconds` limits the duration. The value undefined interrupts the
 * connection.
 */
export const TOXICS = {
  latency: { type: 'latency', attributes: { latency: 1_000 }, streams: ANSWERS },
  bandwidth: { type: 'bandwidth', attributes: { rate: 20 }, streams: BOTH },
  'slow-close': { type: 'slow_close', attributes: { delay: 2_000 }, streams: BOTH },
  'black-hole': { type: 'timeout', attributes: { timeout: 0 }, streams: BOTH, seconds: 20 },
  timeout: { type: 'timeout', attributes: { timeout: 3_000 }, streams: BOTH },
  reset: { type: 'reset_peer', attributes: { timeout: 500 }, streams: ANSWERS },
  slices: {
    type: 'slicer',
    attributes: { average_size: 64, size_variation: 32, delay: 200 },
    streams: BOTH,
  },
  limit: { type: 'limit_data', attributes: { bytes: 40_000 }, streams: BOTH },
  down: undefined,
};

/** A proxied connection that can be disturbed. */
export class Way {
  /** @param api address of toxiproxy's API */
  constructor(api, name) {
    this.at = `${api}/proxies/${name}`;
    this.api = api;
    this.name = name;
  }

  /** @returns the proxy's `host:port`, to be used instead of `upstream` */
  async open(upstream) {
    const proxy = { name: this.name, listen: '127.0.0.1:0', upstream, enabled: true };
    return (await ask('POST', `${this.api}/proxies`, proxy)).listen;
  }

  async spoil(toxic) {
    if (toxic === undefined) return ask('POST', this.at, { enabled: false });
    for (const stream of toxic.streams)
      await ask('POST', `${this.at}/toxics`, {
        name: stream,
        type: toxic.type,
        stream,
        toxicity: 1,
        attributes: toxic.attributes,
      });
  }

  async mend(toxic) {
    if (toxic === undefined) return ask('POST', this.at, { enabled: true });
    for (const stream of toxic.streams) await ask('DELETE', `${this.at}/toxics/${stream}`);
  }
}

async function ask(method, url, body) {
  const answer = await fetch(url, { method, ...(body === undefined ? {} : { body: JSON.stringify(body) }) });
  const text = await answer.text();
  if (!answer.ok) throw new Error(`toxiproxy: ${method} ${url}: ${answer.status} ${text}`);
  return text === '' ? undefined : JSON.parse(text);
}
