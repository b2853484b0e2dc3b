import { base } from '../jest/preset.mjs';

export default {
  ...base,
  // All test files of a process run in one context, so that shared modules are loaded once per process
  // instead of once per test file.
  runtime: '<rootDir>/../jest/runtime.cjs',
  testEnvironment: '<rootDir>/testing/jest/test-environment.mjs',
  moduleNameMapper: {
    ...base.moduleNameMapper,
    '^#src/(.*)$': '<rootDir>/src/$1.ts',
    '^piscina$': '<rootDir>/testing/jest/piscina.cjs',
  },
  roots: ['<rootDir>/src', '<rootDir>/testing', '<rootDir>/bench'],
  testMatch: ['**/*.spec.ts'],
  // One embedded PostgreSQL for the whole run. It is started when the first test requests a database.
  globalSetup: '<rootDir>/src/platform/postgres/testing/global-setup.mjs',
  globalTeardown: '<rootDir>/src/platform/postgres/testing/global-teardown.mjs',
};
