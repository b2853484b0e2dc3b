import { base } from '../jest/preset.mjs';

export default {
  ...base,
  // In one context a process: each module is loaded once, and not for each test file.
  runtime: '<rootDir>/../jest/runtime.cjs',
  testEnvironment: '<rootDir>/testing/jest/test-environment.mjs',
  moduleNameMapper: {
    ...base.moduleNameMapper,
    '^#src/(.*)$': '<rootDir>/src/$1.ts',
    '^piscina$': '<rootDir>/testing/jest/piscina.cjs',
  },
  roots: ['<rootDir>/src', '<rootDir>/testing', '<rootDir>/bench'],
  testMatch: ['**/*.spec.ts'],
  // One embedded PostgreSQL for the whole run, started when the first test asks for a database.
  globalSetup: '<rootDir>/src/platform/postgres/testing/global-setup.mjs',
  globalTeardown: '<rootDir>/src/platform/postgres/testing/global-teardown.mjs',
};
