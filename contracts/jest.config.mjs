import { base } from '../jest/preset.mjs';

export default {
  ...base,
  // Runs all test files of a process in one context, so that shared modules are loaded only once.
  runtime: '<rootDir>/../jest/runtime.cjs',
  testEnvironment: '<rootDir>/../jest/node-environment.mjs',
  roots: ['<rootDir>/src'],
  testMatch: ['**/*.spec.ts'],
};
