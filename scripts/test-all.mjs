// npm run test:all [-- <part> …]: `npm test` with the tests that take long and seldom find what the others do not.
process.env.TEST_TIER = 'all';
await import('./test.mjs');
