const { default: TestSequencer } = require('@jest/test-sequencer');

/**
 * Runs journeys and store contracts first. They take longest, although their files are not the largest. If
 * one of them started last, the other workers would wait a minute for it.
 */
module.exports = class extends TestSequencer {
  async sort(tests) {
    const isLong = ({ path }) => /[\\/](journeys|eventstoredb)[\\/]/.test(path);
    const sorted = await super.sort(tests);
    return [...sorted.filter(isLong), ...sorted.filter((test) => !isLong(test))];
  }
};
