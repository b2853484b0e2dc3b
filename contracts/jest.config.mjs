import { base } from '../jest/preset.mjs';

export default {
  ...base,
  // One context for each process, so that shared modules are loaded once and not again for each test file.
  runtime: '<rootDir>/../jest/runtime.cjs',
  testEnvironment: '<rootDir>/../jest/node-environment.mjs',
  roots: ['<rootDir>/src'],
  testMatch: ['**/*.spec.ts'],
};
