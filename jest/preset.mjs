import { timeFactor } from '../scripts/time-factor.mjs';

// The processes that run tests take it from their environment (run-settings.cjs).
timeFactor();

/**
 * Shared by the workspaces' jest configurations: TypeScript through swc, ES modules of ours and of
 * dependencies as CommonJS.
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
  // CommonJS already, and its generated code needs the top-level `this` that a transformation takes away.
  transformIgnorePatterns: ['/node_modules/(google-protobuf|@eventstore|@grpc)/'],
  extensionsToTreatAsEsm: [],
  moduleNameMapper: {
    '^fast-check$': '<rootDir>/../jest/fast-check.cjs',
    '^@siegel/contracts/(.*)$': '<rootDir>/../contracts/src/$1.ts',
    '^(\\.{1,2}/.*)\\.js$': '$1',
  },
  moduleFileExtensions: ['ts', 'tsx', 'js', 'mjs', 'cjs', 'json', 'node'],
  setupFiles: ['reflect-metadata'],
  setupFilesAfterEnv: ['<rootDir>/../jest/run-settings.cjs'],
  // One more than the two cores on which this is to pass: many tests wait for a database or a process.
  maxWorkers: 3,
  cacheDirectory: '<rootDir>/../.cache/jest',
};
