import { timeFactor } from '../scripts/time-factor.mjs';

const factor = timeFactor();

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
    '^@siegel/contracts/(.*)$': '<rootDir>/../contracts/src/$1.ts',
    '^(\\.{1,2}/.*)\\.js$': '$1',
  },
  moduleFileExtensions: ['ts', 'tsx', 'js', 'mjs', 'cjs', 'json', 'node'],
  // Far above what any test needs: only one that hangs takes so long.
  testTimeout: Math.ceil(400_000 * factor),
  // For the waits of tests (backend/src/testing/patience.ts).
  globals: { TEST_TIME_FACTOR: factor },
  maxWorkers: 2,
  cacheDirectory: '<rootDir>/../.cache/jest',
};
