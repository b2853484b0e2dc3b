import { base } from '../jest/preset.mjs';

export default {
  ...base,
  // One context for each process: every module is loaded once, not once for each test file.
  runtime: '<rootDir>/../jest/runtime.cjs',
  testEnvironment: '<rootDir>/../jest/node-environment.mjs',
  roots: ['<rootDir>/src'],
  testMatch: ['**/*.spec.ts'],
};
