const { default: TestSequencer } = require('@jest/test-sequencer');

/**
 * Journeys and contracts of stores take longest, which their own sizes do not tell: begun last, one of them would keep
 * the other workers waiting for a minute.
 */
module.exports = class extends TestSequencer {
  async sort(tests) {
    const isLong = ({ path }) => /[\\/](journeys|eventstoredb)[\\/]/.test(path);
    const sorted = await super.sort(tests);
    return [...sorted.filter(isLong), ...sorted.filter((test) => !isLong(test))];
  }
};
