import { base } from '../jest/preset.mjs';

export default {
  ...base,
  testEnvironment: '<rootDir>/../jest/node-environment.mjs',
  roots: ['<rootDir>/src'],
  testMatch: ['**/*.spec.ts'],
};
