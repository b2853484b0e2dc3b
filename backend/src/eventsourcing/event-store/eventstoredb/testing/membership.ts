import gossip from '@eventstore/db-client/generated/gossip_pb.js';
import features from '@eventstore/db-client/generated/serverfeatures_pb.js';
import shared from '@eventstore/db-client/generated/shared_pb.js';
import type { Endpoint } from './faults.js';

/** A node as the other nodes see it. */
export interface Member {
  readonly endpoint: Endpoint;
  readonly alive: boolean;
  readonly leads: boolean;
}

export function featuresOf(version: string) {
  const supported = new features.SupportedMethods();
  supported.setEventStoreServerVersion(version);
  for (const name of ['append', 'batchappend', 'read']) {
    const method = new features.SupportedMethod();
    method.setServiceName('event_store.client.streams.streams');
    method.setMethodName(name);
    supported.addMethods(method);
  }
  return supported;
}

export function gossipOf(members: readonly Member[]) {
  const info = new gossip.ClusterInfo();
  for (const { endpoint: place, alive, leads } of members) {
    const member = new gossip.MemberInfo();
    const endpoint = new gossip.EndPoint();
    endpoint.setAddress(place.host);
    endpoint.setPort(place.port);
    const id = new shared.UUID();
    id.setString(`00000000-0000-4000-8000-${String(place.port).padStart(12, '0')}`);
    member.setInstanceId(id);
    member.setHttpEndPoint(endpoint);
    member.setIsAlive(alive);
    const { VNodeState } = gossip.MemberInfo;
    member.setState(leads ? VNodeState.LEADER : VNodeState.FOLLOWER);
    info.addMembers(member);
  }
  return info;
}
