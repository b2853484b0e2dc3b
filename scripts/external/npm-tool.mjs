// Installs and loads third-party tools from npm. The tools are not dependencies of the project. A
// package.json next to each tool's run.mjs pins the tool's version.
import { copyFileSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { root, run } from '../workspace.mjs';
import { MissingToolChain } from './missing-tool-chain.mjs';

/**
 * Installs the packages of `scripts/external/<name>/package.json` into `.cache/external/<name>`, unless they
 * are already installed.
 * @returns a function that imports one of the packages by its name
 * @throws MissingToolChain if the packages cannot be installed
 */
export async function npmTool(name) {
  const pinned = join(root, 'scripts/external', name, 'package.json');
  const folder = join(root, '.cache/external', name);
  const stamp = join(folder, 'installed.txt');
  const wanted = readFileSync(pinned, 'utf8');
  if (!existsSync(stamp) || readFileSync(stamp, 'utf8') !== wanted) {
    rmSync(folder, { recursive: true, force: true });
    mkdirSync(folder, { recursive: true });
    copyFileSync(pinned, join(folder, 'package.json'));
    console.log(`Installing ${name}`);
    try {
      const npm = process.platform === 'win32' ? 'npm.cmd' : 'npm';
      await run(npm, ['install', '--ignore-scripts', '--no-audit', '--no-fund'], { cwd: folder });
    } catch (error) {
      throw new MissingToolChain(`could not be installed: ${error.message}`);
    }
    writeFileSync(stamp, wanted);
  }
  const { resolve } = createRequire(join(folder, 'package.json'));
  return (wantedName) => import(pathToFileURL(resolve(wantedName)).href);
}
