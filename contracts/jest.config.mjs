import { base } from '../jest/preset.mjs';

export default {
  ...base,
  testEnvironment: 'node',
  roots: ['<rootDir>/src'],
  testMatch: ['**/*.spec.ts'],
};
