import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { read, ROOT } from './composed.js';

/**
 * A double of the `docker` command. It stores an image as a file that contains the commit from which the
 * image was built. A build fails if there is no registry.
 */
const DOCKER = `#!/bin/bash
set -eu
path() { printf '%s' "$IMAGES/\${1/:/@}"; }
case "$1 $2" in
  'image inspect') [ -e "$(path "$3")" ] ;;
  'compose build')
    [ -e "$IMAGES/registry" ] || { echo 'no registry' >&2; exit 1; }
    for image in siegel-backend siegel-frontend; do echo "$SIEGEL_COMMIT" > "$(path "$image:$SIEGEL_COMMIT")"; done
    ;;
  tag*) cp "$(path "$2")" "$(path "$3")" ;;
  *) echo "unknown: $*" >&2; exit 1 ;;
esac
`;

/** Returns the commands of the first code block on a page that is marked with the procedure. */
function blockOf(page: string, procedure: string): string {
  const [, commands] =
    new RegExp(`^\`\`\`sh [^\\n]*\\brun=${procedure}\\n([^]*?)^\`\`\`$`, 'm').exec(read(page)) ?? [];
  if (commands === undefined) throw new Error(`${page} has no block of ${procedure}`);
  return commands;
}

describe('the block that builds a new version in containers', () => {
  let folder: string;
  let checkout: string;
  const git = (place: string, ...words: readonly string[]): string => {
    const own = ['-c', 'user.name=test', '-c', 'user.email=test@localhost', '-C', place];
    const { status, stdout, stderr } = spawnSync('git', [...own, ...words], { encoding: 'utf8' });
    if (status !== 0) throw new Error(stderr);
    return stdout.trim();
  };
  /**
   * Adds a version to the repository.
   * @returns the version's name
   */
  const newVersion = (): string => {
    git(join(folder, 'origin'), 'commit', '--quiet', '--allow-empty', '--message', 'a version');
    return git(join(folder, 'origin'), 'rev-parse', '--short=8', 'HEAD');
  };
  const image = (tag: string): string => join(folder, 'images', `siegel-backend@${tag}`);
  const contentOf = (tag: string): string => readFileSync(image(tag), 'utf8').trim();
  const setRegistry = (isThere: boolean): void => {
    const registry = join(folder, 'images/registry');
    if (isThere) writeFileSync(registry, '');
    else rmSync(registry, { force: true });
  };
  const settings = (): readonly string[] =>
    readFileSync(join(checkout, '.env'), 'utf8').split('\n').filter(Boolean).toSorted();

  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'siegel-upgrade-'));
    checkout = join(folder, 'checkout');
    for (const name of ['bin', 'images', 'origin']) mkdirSync(join(folder, name));
    writeFileSync(join(folder, 'bin/docker'), DOCKER, { mode: 0o755 });
    git(join(folder, 'origin'), 'init', '--quiet', '--initial-branch=main');
  });
  afterEach(() => rmSync(folder, { recursive: true }));

  const upgrade = (): number | null => {
    const commands = [
      blockOf('docs/operations.md', 'names'),
      blockOf('docs/operations/upgrading.md', 'upgrade-containers'),
    ];
    const { status } = spawnSync('bash', ['-c', `set -euo pipefail\n${commands.join('\n')}`], {
      cwd: ROOT,
      encoding: 'utf8',
      env: {
        PATH: `${join(folder, 'bin')}:${process.env['PATH']}`,
        HOME: folder,
        CHECKOUT: checkout,
        IMAGES: join(folder, 'images'),
      },
    });
    return status;
  };
  /** Installs the first version, whose images are named `latest`. @returns the version's name */
  const install = (): string => {
    const first = newVersion();
    git(folder, 'clone', '--quiet', 'origin', 'checkout');
    for (const name of ['siegel-backend', 'siegel-frontend'])
      writeFileSync(join(folder, 'images', `${name}@latest`), first);
    return first;
  };

  it('names the images of the version in use, so that they stay', () => {
    const first = install();
    const second = newVersion();
    setRegistry(true);
    expect(upgrade()).toBe(0);
    expect(settings()).toEqual([`SIEGEL_COMMIT=${second}`, `SIEGEL_COMMIT_BEFORE=${first}`]);
    expect([contentOf(first), contentOf(second)]).toEqual([first, second]);
  });

  it('can be repeated after a build that failed, and the version to go back to is the one in use', () => {
    const first = install();
    const second = newVersion();
    setRegistry(true);
    upgrade();
    for (const name of ['siegel-backend', 'siegel-frontend'])
      rmSync(join(folder, 'images', `${name}@latest`));
    const third = newVersion();
    setRegistry(false);
    for (let tries = 0; tries < 2; tries += 1) {
      expect(upgrade()).not.toBe(0);
      expect(settings()).toEqual([`SIEGEL_COMMIT=${second}`, `SIEGEL_COMMIT_BEFORE=${first}`]);
      expect(existsSync(image(third))).toBe(false);
    }
    const fourth = newVersion();
    setRegistry(true);
    expect(upgrade()).toBe(0);
    expect(settings()).toEqual([`SIEGEL_COMMIT=${fourth}`, `SIEGEL_COMMIT_BEFORE=${second}`]);
    expect(upgrade()).toBe(0);
    expect(settings()).toEqual([`SIEGEL_COMMIT=${fourth}`, `SIEGEL_COMMIT_BEFORE=${second}`]);
  });
});
