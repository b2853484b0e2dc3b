import { base } from '../jest/preset.mjs';

export default {
  ...base,
  // In one context a process: each module is loaded once, and not for each test file.
  runtime: '<rootDir>/../jest/runtime.cjs',
  testEnvironment: '<rootDir>/../jest/node-environment.mjs',
  roots: ['<rootDir>/src'],
  testMatch: ['**/*.spec.ts'],
};
