import { base } from '../jest/preset.mjs';

export default {
  ...base,
  testEnvironment: '<rootDir>/src/testing/test-environment.mjs',
  roots: ['<rootDir>/src'],
  testMatch: ['**/*.spec.ts', '**/*.spec.tsx'],
  setupFilesAfterEnv: [...base.setupFilesAfterEnv, '<rootDir>/src/testing/jest-setup.ts'],
  // React's scheduler uses real timers and measures time with `performance`. So `performance` must be real
  // too, because a fake clock jumps.
  fakeTimers: { doNotFake: ['performance'] },
  // The icon package's CommonJS bundle contains every icon. It needs no transform, and a transform would take
  // seconds.
  transformIgnorePatterns: ['@phosphor-icons/react/dist/index\\.cjs\\.js$'],
  moduleNameMapper: {
    '\\.(css|svg|png|woff2)(\\?.*)?$': '<rootDir>/src/testing/asset-stub.ts',
    '^@phosphor-icons/react/dist/csr/(.*)$':
      '<rootDir>/../node_modules/@phosphor-icons/react/dist/csr/$1.es.js',
    ...base.moduleNameMapper,
  },
};
