// Checks that the other containers keep working while one container is stopped, unhealthy or shutting down.
import assert from 'node:assert/strict';
import { check } from '../../../scripts/checks.mjs';
import { ADDRESSES } from './networks.mjs';
import { beside, statusesOf, urlAt } from './project.mjs';

const START = ['up', '--detach', '--no-build', '--no-deps'];
const here = (path) => urlAt('127.0.0.1') + path;

async function withoutBackend(project, { engine }) {
  const { compose, inspect, untilHealth } = project;
  await check(
    'nginx starts and answers while the backend is away, and finds it when it is back',
    async () => {
      await compose(['stop', 'backend']);
      await compose([...START, '--force-recreate', 'frontend']);
      const urls = [here('/create'), here('/api/site')];
      assert.deepEqual(await statusesOf(engine, urls, { wanted: 503 }), [503, 503]);
      const { RestartCount, State } = await inspect('frontend');
      assert.deepEqual([RestartCount, State.Running], [0, true]);
      await compose([...START, '--wait', 'backend']);
      assert.deepEqual(await statusesOf(engine, urls, { wanted: 200 }), [200, 200]);
      await untilHealth('frontend', 'healthy');
    },
  );
}

async function withoutDatabase(project, { engine }) {
  const { compose, inspect, untilHealth } = project;
  await check('a container is healthy if a user would be served, and documents stay meanwhile', async () => {
    const check = async (service) => (await inspect(service)).Config.Healthcheck.Test;
    assert.deepEqual(await check('backend'), ['CMD', 'siegel-ready']);
    assert.deepEqual(await statusesOf(engine, [here('/faq')]), [200]);
    await compose(['stop', 'postgres']);
    for (const service of ['backend', 'frontend']) await untilHealth(service, 'unhealthy');
    assert.deepEqual(await statusesOf(engine, [here('/faq')]), [200]);
    await compose([...START, '--wait', 'postgres']);
    for (const service of ['backend', 'frontend']) await untilHealth(service, 'healthy');
    for (const service of ['backend', 'frontend']) assert.equal((await inspect(service)).RestartCount, 0);
  });
}

async function withIllStore(project, { engine }) {
  const { attempt, change, compose } = project;
  const ill = { test: ['CMD', 'false'], interval: '1s', timeout: '1s', start_period: '1s', retries: 1 };
  await check('Compose starts the others although the event store does not become healthy', async () => {
    await compose(['down']);
    change({ eventstore: { healthcheck: ill } });
    const { status, output } = await attempt(['up', '--detach', '--no-build']);
    assert.equal(status, 0, output);
    assert.deepEqual(await statusesOf(engine, [here('/health/ready')], { wanted: 200 }), [200]);
    change({});
    await compose(['up', '--detach', '--wait', '--no-build']);
  });
}

async function stopWithSlowClient(project, { client }) {
  const { compose, inspect } = project;
  await check('nginx ends by itself when it is stopped, although a client does not finish', async () => {
    const url = urlAt(ADDRESSES.engine.v4);
    const upload = await beside(client, 'uploads.mjs', {
      url,
      path: '/api/verify',
      count: 1,
      bytes: 100_000,
      refused: 0,
    });
    await compose(['stop', 'frontend']);
    assert.equal((await inspect('frontend')).State.ExitCode, 0);
    await upload.stop();
  });
  await check('nginx starts again in the same container, and takes bodies', async () => {
    const { Id: before } = await inspect('frontend');
    await compose([...START, '--wait', 'frontend']);
    assert.equal((await inspect('frontend')).Id, before);
    const room = await compose([
      'exec',
      '-T',
      'frontend',
      'sh',
      '-c',
      'touch /traffic/one && rm /traffic/one',
    ]);
    assert.equal(room, '');
  });
}

export async function partsAwayChecks(project, networks) {
  await withoutBackend(project, networks);
  await withoutDatabase(project, networks);
  await withIllStore(project, networks);
  await stopWithSlowClient(project, networks);
}
