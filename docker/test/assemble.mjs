// Executes the steps of a Dockerfile on this machine, without a container engine. Each stage has its own
// folder, which it uses as `/`. Each stage uses this machine's Node instead of the image's Node. Needs root,
// as an engine does, because files belong to root unless a step gives them to another account.
import { spawnSync } from 'node:child_process';
import { chmodSync, cpSync, existsSync, mkdirSync, readFileSync, statSync } from 'node:fs';
import { basename, dirname, isAbsolute, join, posix, relative } from 'node:path';
import { root, run } from '../../scripts/workspace.mjs';
import { stagesOf } from './dockerfile.mjs';

/** The account `node` of Node's images. This machine need not have an account with that name. */
export const ACCOUNT = { uid: 1000, gid: 1000 };

/**
 * Returns a predicate that is true for files that an engine would not get. Such a file matches a pattern of
 * .dockerignore, or is below a folder that matches a pattern.
 */
function ignored() {
  const patterns = readFileSync(join(root, '.dockerignore'), 'utf8')
    .split('\n')
    .filter((line) => line.trim() !== '')
    .map((line) => {
      if (/[!?[\]]/.test(line)) throw new Error(`.dockerignore: ${line} has a form that is not supported`);
      const source = line
        .replaceAll(/[.+^${}()|\\]/g, String.raw`\$&`)
        .replaceAll('**/', '\0')
        .replaceAll('*', '[^/]*')
        .replaceAll('\0', '(?:.*/)?');
      return new RegExp(`^${source}(?:/|$)`);
    });
  return (path) => patterns.some((pattern) => pattern.test(relative(root, path)));
}

/**
 * Returns this process's environment without NODE_ENV and npm's variables. With npm's variables, an npm
 * command in a step would work on another folder.
 */
const ownEnvironment = () =>
  Object.fromEntries(
    Object.entries(process.env).filter(
      ([name]) => !/^(?:NODE_ENV|INIT_CWD|npm_(?:package|lifecycle|config_local_prefix).*)$/.test(name),
    ),
  );

/**
 * Replaces the absolute paths in a command by paths in the stage's folder. A program that is called by its
 * name is this machine's program.
 */
export const within = (command, place) =>
  command
    .replaceAll(/(?<![\w.)/@*-])\/(?!dev\/null\b)\w[^\s"'|&;()<>]*/g, (path) => `${place}${path}`)
    .replaceAll(/\bnode:node\b/g, `${ACCOUNT.uid}:${ACCOUNT.gid}`);

/** Copies a file, or the contents of a folder. The copies belong to root. */
function copied(source, target) {
  const [from, into] = statSync(source).isDirectory() ? [`${source}/.`, target] : [source, dirname(target)];
  mkdirSync(into, { recursive: true });
  const args = ['-R', '-P', '--preserve=mode,timestamps,links', from, target];
  const { status, stderr } = spawnSync('cp', args, { encoding: 'utf8' });
  if (status !== 0) throw new Error(`cp ${args.join(' ')}: ${stderr}`);
}

class Assembly {
  constructor(folder, stages, args) {
    this.folder = folder;
    this.args = args;
    this.stages = stages;
    this.isIgnored = ignored();
  }

  placeOf(stage) {
    return join(this.folder, String(this.stages.indexOf(stage)));
  }

  named(name) {
    const stage = this.stages.find((one) => one.name === name);
    if (stage === undefined) throw new Error(`there is no stage ${name}`);
    return stage;
  }

  async make(stage, say) {
    const place = this.placeOf(stage);
    mkdirSync(place, { recursive: true, mode: 0o755 });
    const parent = this.stages.find(({ name }) => name === stage.base);
    if (parent !== undefined) copied(this.placeOf(parent), place);
    let folder = parent?.folder ?? '/';
    for (const step of stage.steps) {
      if (step.folder !== undefined) folder = posix.resolve(folder, step.folder);
      mkdirSync(join(place, folder), { recursive: true });
      if (step.copy !== undefined) this.copy(step.copy, { place, folder });
      if (step.run === undefined) continue;
      say(`RUN ${step.run.slice(0, 90)}${step.run.length > 90 ? ' …' : ''}`);
      const args = Object.fromEntries(stage.args.map((name) => [name, this.args[name] ?? '']));
      const env = { ...ownEnvironment(), ...args, ...parent?.env, ...stage.env };
      const command = `set -e; cd '${join(place, folder)}'; ${within(step.run, place)}`;
      await run('env', ['-i', ...Object.entries(env).map(([k, v]) => `${k}=${v}`), 'sh', '-c', command]);
    }
    return { ...stage, place, folder };
  }

  copy({ from, mode, sources, target }, { place, folder }) {
    const to = join(place, posix.resolve(folder, target));
    const isFolder = target.endsWith('/') || sources.length > 1;
    for (const source of sources) {
      const path = from === undefined ? join(root, source) : join(this.placeOf(this.named(from)), source);
      if (from !== undefined && !isAbsolute(source)) throw new Error(`COPY --from ${source}: not absolute`);
      if (!existsSync(path)) throw new Error(`COPY ${source}: there is no such file`);
      const end = isFolder && !statSync(path).isDirectory() ? join(to, basename(source)) : to;
      if (from !== undefined) copied(path, end);
      else if (this.isIgnored(path)) throw new Error(`COPY ${source}: .dockerignore leaves it out`);
      else cpSync(path, end, { recursive: true, filter: (file) => !this.isIgnored(file) });
      if (mode !== undefined) chmodSync(end, Number.parseInt(mode, 8));
    }
  }
}

/**
 * @param file path of the Dockerfile in the repository
 * @param folder an empty folder that other users may enter
 * @param args build arguments (`--build-arg`) by name
 * @returns the last stage; its `place` is the folder that serves as its `/`
 */
export async function assemble(file, folder, say, args = {}) {
  const stages = stagesOf(readFileSync(join(root, file), 'utf8'));
  const assembly = new Assembly(folder, stages, args);
  let image;
  for (const stage of stages) image = await assembly.make(stage, say);
  return image;
}
