import { AUTHORITY } from './certificates.js';
import type { OpenStores } from './open-stores.js';
import type { ProtocolServer, ProtocolServerOptions } from './protocol-server.js';
import { ServerLog } from './server-log.js';

/** Three nodes that share one log, in this process. */
export interface Cluster {
  readonly nodes: readonly ProtocolServer[];
  readonly url: string;
  /** Makes the node at this index the leader. With undefined there is no leader. */
  lead(at: number | undefined): void;
}

export async function openCluster(stores: OpenStores, options: ProtocolServerOptions = {}): Promise<Cluster> {
  const log = new ServerLog();
  const nodes: ProtocolServer[] = [];
  for (let n = 0; n < 3; n++) nodes.push(await stores.server({ ...options, log }));
  const lead = (at: number | undefined): void => {
    for (const node of nodes) {
      node.cluster = nodes;
      node.leader = at === undefined ? undefined : nodes[at];
    }
  };
  lead(0);
  const hosts = nodes.map(({ endpoint }) => `${endpoint.host}:${endpoint.port}`).join(',');
  const security =
    options.tls === undefined ? 'tls=false' : `tls=true&tlsCAFile=${await stores.file(AUTHORITY)}`;
  return { nodes, url: `esdb://${hosts}?${security}&discoveryInterval=20&gossipTimeout=1`, lead };
}
