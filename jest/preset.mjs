import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { laterFiles } from '../scripts/tier.mjs';
import { timeFactor } from '../scripts/time-factor.mjs';

// Measures the factor before the test processes start. These processes read the factor from their environment
// (run-settings.cjs).
timeFactor();

/**
 * Returns the names of the packages in a folder that are ES modules, including the packages in nested
 * node_modules folders.
 */
function esModulesIn(folder) {
  if (!existsSync(folder)) return [];
  return readdirSync(folder).flatMap((name) => {
    const path = join(folder, name);
    if (name.startsWith('@')) return esModulesIn(path);
    if (!existsSync(join(path, 'package.json'))) return [];
    const own = JSON.parse(readFileSync(join(path, 'package.json'), 'utf8'));
    return [...(own.type === 'module' ? [own.name] : []), ...esModulesIn(join(path, 'node_modules'))];
  });
}

const workspaces = ['.', 'backend', 'frontend', 'contracts'];
const esModules = workspaces.flatMap((workspace) =>
  esModulesIn(fileURLToPath(new URL(`../${workspace}/node_modules`, import.meta.url))),
);

/**
 * CommonJS packages that call `import()` while they run. In tests such a call works only in transformed
 * modules.
 */
const importing = ['@opentelemetry/otlp-exporter-base'];

/**
 * The transformation that the jest configurations of all workspaces share. swc transforms TypeScript. It also
 * turns ES modules, both our own and those of dependencies, into CommonJS.
 */
export const transform = {
  '^.+\\.(t|j|mj)sx?$': [
    '@swc/jest',
    {
      jsc: {
        parser: { syntax: 'typescript', tsx: true, decorators: true },
        transform: { legacyDecorator: true, decoratorMetadata: true, react: { runtime: 'automatic' } },
        target: 'es2022',
      },
      module: { type: 'commonjs' },
    },
  ],
};

export const base = {
  transform,
  // CommonJS packages are not transformed. Some need the top-level `this`, which a transformation removes.
  // Transforming all these packages took longer than transforming our own code.
  transformIgnorePatterns: [
    `/node_modules/(?!.*/node_modules/)(?!(?:${[...new Set([...esModules, ...importing])].join('|')})/)(?!.*\\.mjs$)`,
  ],
  extensionsToTreatAsEsm: [],
  moduleNameMapper: {
    '^fast-check$': '<rootDir>/../jest/fast-check.cjs',
    '^@siegel/contracts/(.*)$': '<rootDir>/../contracts/src/$1.ts',
    '^(\\.{1,2}/.*)\\.js$': '$1',
  },
  moduleFileExtensions: ['ts', 'tsx', 'js', 'mjs', 'cjs', 'json', 'node'],
  setupFiles: ['reflect-metadata'],
  setupFilesAfterEnv: ['<rootDir>/../jest/run-settings.cjs'],
  testPathIgnorePatterns: laterFiles,
  testSequencer: '<rootDir>/../jest/journeys-first.cjs',
  // This is one more than the number of cores of the smallest machine, because many tests wait for a database
  // or a process.
  maxWorkers: 3,
  // After its last test file, a worker process frees all modules and ends the threads that its test files
  // share. This takes longer than jest's default of half a second, after which jest would report that a test
  // left something running. The test environment of each file does the real check.
  workerGracefulExitTimeout: 30_000,
  cacheDirectory: '<rootDir>/../.cache/jest',
};
