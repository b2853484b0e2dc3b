// A Compose project on the test's engine. The project uses a compose file of this repository. The test can
// override settings of the project's services.
import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { start } from '../../../scripts/processes.mjs';
import { timeFactor } from '../../../scripts/time-factor.mjs';
import { root, run } from '../../../scripts/workspace.mjs';
import { docker, environment, folder } from './place.mjs';

export const PORT = 18_080;
/** Maximum number of milliseconds until a container has the expected state, on an idle machine. */
const STATE_MS = 120_000;
/** Timeout in seconds for each check of `siegel doctor`. It is long enough for a busy machine. */
export const DOCTOR_SECONDS = 60;

export const urlAt = (address, port = PORT, scheme = 'http') =>
  `${scheme}://${address.includes(':') ? `[${address}]` : address}:${port}`;

/** Waits for a condition. @throws Error if it does not become true in time */
export async function until(what, condition) {
  const end = Date.now() + STATE_MS * timeFactor();
  while (!(await condition())) {
    if (Date.now() > end) throw new Error(`timed out: ${what}`);
    await pause(500);
  }
}

const inNetwork = (network, script, given) => [
  `--net=${network}`,
  process.execPath,
  join(root, 'docker/test/engine', script),
  JSON.stringify(given),
];

/** Runs a script of docker/test/engine in a network namespace. @returns the script's output */
export const within = async (network, script, given) =>
  (await run('nsenter', inNetwork(network, script, given))).trim();

/**
 * Starts a script of docker/test/engine in a network namespace, and resolves when the script has printed
 * something.
 * @returns `first`: the first output; `stop`: a function that ends the script and returns the last line that
 * the script printed
 */
export async function beside(network, script, given) {
  let output = '';
  const { child, stop } = start('nsenter', inNetwork(network, script, given), {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  await new Promise((resolve, reject) => {
    child.stdout.on('data', (chunk) => {
      output += chunk;
      resolve();
    });
    child.once('exit', () => reject(new Error(`${script} ended`)));
  });
  return {
    first: output.trim(),
    stop: async () => {
      await stop();
      return output.trim().split('\n').at(-1);
    },
  };
}

/** Sends a GET request to each URL, one after the other. @returns the statuses of the responses */
export const statusesOf = async (network, urls, options = {}) =>
  JSON.parse(await within(network, 'ask.mjs', { urls, ...options }));

/**
 * @param file the compose file
 * @param always environment variables for every Compose command
 */
export function openProject(file, always = {}) {
  const overrides = join(folder, `${file.replaceAll('/', '-')}.overrides.yml`);
  /** Overrides settings of services. Replaces all earlier overrides. */
  const change = (services) => writeFileSync(overrides, JSON.stringify({ services }));
  change({});
  const files = ['--env-file', '/dev/null', '--file', join(root, file), '--file', overrides];
  const compose = (words, env = {}) =>
    docker(['compose', ...files, ...words], { cwd: root, env: { ...always, ...env } });

  /**
   * Like `compose`, but returns the result of a failed command instead of throwing an error.
   * @returns the exit status, the text of both output streams together, and the text of standard output alone
   */
  async function attempt(words, env = {}) {
    const output = [];
    const printed = [];
    const { child, exited } = start('docker', ['compose', ...files, ...words], {
      cwd: root,
      env: { ...process.env, ...environment, ...always, ...env },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => output.push(chunk));
    child.stdout.on('data', (chunk) => printed.push(chunk));
    const status = await exited;
    const [text, stdout] = [output, printed].map((chunks) => Buffer.concat(chunks).toString('utf8'));
    return { status, output: text, stdout };
  }

  const inspect = async (service) => {
    const id = (await compose(['ps', '--all', '--quiet', service])).trim();
    return JSON.parse(await docker(['inspect', id]))[0];
  };
  const healthOf = async (service) => (await inspect(service)).State.Health?.Status;
  return {
    compose,
    attempt,
    change,
    inspect,
    untilHealth: (service, wanted) =>
      until(`${service} is ${wanted}`, async () => (await healthOf(service)) === wanted),
    doctor: async (service, env) => {
      const words = ['siegel', 'doctor', '--within', String(DOCTOR_SECONDS), '--json'];
      const { output, stdout } = await attempt(['exec', '-T', service, ...words], env);
      assert.equal(output, stdout, 'the doctor prints its report and nothing else');
      const { checks } = JSON.parse(stdout);
      return { checks, named: (name) => checks.find((one) => one.name === name) };
    },
  };
}
