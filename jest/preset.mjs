import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { laterFiles } from '../scripts/tier.mjs';
import { timeFactor } from '../scripts/time-factor.mjs';

// The processes that run tests read the factor from their environment (run-settings.cjs).
timeFactor();

/** Names of the packages in this folder, and in those below it, that are ES modules. */
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

/** CommonJS packages that call `import()` while they run. In tests this only works in transformed modules. */
const importing = ['@opentelemetry/otlp-exporter-base'];

/**
 * Shared by the jest configurations of the workspaces: TypeScript through swc; ES modules, our own and those
 * of dependencies, become CommonJS.
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
  // CommonJS packages run untransformed. Some need the top-level `this`, which a transformation removes, and
  // transforming all of them took longer than our own code.
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
  // One more than the two cores of the smallest machine: many tests wait for a database or a process.
  maxWorkers: 3,
  // After the last file a process frees all modules and ends the threads that they share. This takes longer
  // than the library's default of half a second, after which it would report that a test left something
  // running. The test environment of each file does the real check.
  workerGracefulExitTimeout: 30_000,
  cacheDirectory: '<rootDir>/../.cache/jest',
};
