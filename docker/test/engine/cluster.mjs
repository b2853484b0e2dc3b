// Checks the cluster, which has three event store nodes with TLS, two backends and two nginx. Backends and
// nginx are replaced one after the other while a client keeps reading. The nodes' certificates are renewed.
import assert from 'node:assert/strict';
import { check } from '../../../scripts/checks.mjs';
import { beside, openProject, PORT, statusesOf, urlAt, until } from './project.mjs';

const PORT_2 = 18_082;
const BACKENDS = ['backend-1', 'backend-2'];
const NODES = ['node1.eventstore', 'node2.eventstore', 'node3.eventstore'];
const DAY_SECONDS = 86_400;
const START = ['up', '--detach', '--no-build', '--no-deps', '--wait'];
const site = (port) => `${urlAt('127.0.0.1', port)}/api/site`;

/** Reads from one nginx while `work` runs. @returns the different statuses that the responses had */
async function readDuring(network, port, work) {
  const reader = await beside(network, 'reader.mjs', { url: site(port) });
  try {
    await work();
  } finally {
    // Stops the reader even if the work fails. Otherwise the reader would keep running.
    reader.counts = JSON.parse(await reader.stop());
  }
  return Object.keys(reader.counts);
}

async function replaceChecks({ compose }, { engine }) {
  await check('nginx starts and serves while one of two backends is away', async () => {
    await compose(['stop', 'backend-2']);
    await compose([...START, '--force-recreate', 'frontend']);
    assert.deepEqual(await statusesOf(engine, Array(6).fill(site(PORT))), Array(6).fill(200));
    await compose([...START, 'backend-2']);
  });

  await check('both backends are replaced one after the other, and no read fails', async () => {
    const statuses = await readDuring(engine, PORT, async () => {
      for (const one of BACKENDS) await compose([...START, '--force-recreate', one]);
    });
    assert.deepEqual(statuses, ['200']);
  });

  await check('each nginx serves every read while the other one is replaced', async () => {
    for (const [replaced, serving] of [
      ['frontend', PORT_2],
      ['frontend-2', PORT],
    ]) {
      const replace = () => compose([...START, '--force-recreate', replaced]);
      assert.deepEqual(await readDuring(engine, serving, replace), ['200']);
    }
  });
}

async function certificateChecks({ compose, doctor, untilHealth }, { engine }) {
  /**
   * Returns the certificate file in the node's volume. A running node keeps using the certificate with which
   * it was started.
   */
  const certificateOf = (node) => compose(['exec', '-T', node, 'cat', '/certs/node/node.crt']);
  const make = (days) => {
    const now = Math.floor(Date.now() / 1000) + days * DAY_SECONDS;
    return compose(['run', '--rm', '--no-deps', '-T', '--env', `NOW=${now}`, 'certificates']);
  };

  await check('certificates are renewed when few days are left, and nodes take them one by one', async () => {
    const before = await certificateOf(NODES[0]);
    assert.doesNotMatch(await make(0), /new certificate/);
    assert.equal(await certificateOf(NODES[0]), before);
    assert.equal((await make(300)).match(/has a new certificate/g)?.length, NODES.length);
    assert.notEqual(await certificateOf(NODES[0]), before);
    for (const node of NODES) {
      await compose([...START, '--force-recreate', node]);
      await untilHealth(node, 'healthy');
    }
    assert.deepEqual(await statusesOf(engine, [site(PORT), site(PORT_2)], { wanted: 200 }), [200, 200]);
    await until('the backends use the event store again', async () => {
      const { named } = await doctor('backend-1');
      return named('event store').state === 'ok' && named('event store certificate').state === 'ok';
    });
  });
}

/** @param networks the network namespaces of the engine and of a client on another machine */
export async function clusterChecks(networks) {
  const project = openProject('docker/docker-compose.cluster.yml', {
    EVENTSTORE_ADMIN_PASSWORD: 'of-the-test',
    // The reader sends requests as fast as it can, so the rate limits must be higher.
    RATE_LIMIT_FACTOR: '1000',
    PORT: String(PORT),
    PORT_2: `127.0.0.1:${PORT_2}`,
  });
  try {
    await check('the cluster comes up by its one command, and both nginx serve', async () => {
      await project.compose(['up', '--detach', '--wait', '--no-build']);
      assert.deepEqual(await statusesOf(networks.engine, [site(PORT), site(PORT_2)]), [200, 200]);
    });
    await replaceChecks(project, networks);
    await certificateChecks(project, networks);
  } finally {
    await project.compose(['down', '--volumes']);
  }
}
