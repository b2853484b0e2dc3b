// Creates two network namespaces that are isolated from this machine. One is for the engine, as if the engine
// ran on its own server. The other is for a client on another machine. A virtual cable (veth) joins the two
// namespaces. Everything that the engine creates in the namespaces, such as bridges and firewall rules,
// disappears with them.
import { spawnSync } from 'node:child_process';
import { run } from '../../../scripts/workspace.mjs';

/** Addresses of the two ends of the cable. */
export const ADDRESSES = {
  engine: { v4: '10.99.0.1', v6: 'fd99::1' },
  client: { v4: '10.99.0.2', v6: 'fd99::2' },
};

/**
 * @returns the paths of both namespaces, for nsenter; `remove` deletes the namespaces synchronously, so that
 * it also works while this process exits
 */
export async function makeNetworks() {
  const names = { engine: `siegel-engine-${process.pid}`, client: `siegel-client-${process.pid}` };
  const remove = () => {
    for (const name of Object.values(names)) spawnSync('ip', ['netns', 'delete', name], { stdio: 'ignore' });
    process.off('exit', remove);
  };
  process.on('exit', remove);
  const ip = (...words) => run('ip', words);
  for (const name of Object.values(names)) await ip('netns', 'add', name);
  await ip(
    'link',
    'add',
    'elsewhere',
    'netns',
    names.engine,
    'type',
    'veth',
    'peer',
    'name',
    'eth0',
    'netns',
    names.client,
  );
  for (const [who, device] of [
    ['engine', 'elsewhere'],
    ['client', 'eth0'],
  ]) {
    const within = ['-n', names[who]];
    await ip(...within, 'link', 'set', 'lo', 'up');
    await ip(...within, 'address', 'add', `${ADDRESSES[who].v4}/24`, 'dev', device);
    await ip(...within, '-6', 'address', 'add', `${ADDRESSES[who].v6}/64`, 'dev', device, 'nodad');
    await ip(...within, 'link', 'set', device, 'up');
  }
  return { engine: `/run/netns/${names.engine}`, client: `/run/netns/${names.client}`, remove };
}
