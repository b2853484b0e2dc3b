import '../../../jest/compile-once.mjs';

export { TestEnvironment as default } from 'jest-environment-jsdom';
