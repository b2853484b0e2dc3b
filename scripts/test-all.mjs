// npm run test:all [-- <part> …]: `npm test` together with the slow tests, which seldom find a fault that the
// other tests miss.
process.env.TEST_TIER = 'all';
await import('./test.mjs');
