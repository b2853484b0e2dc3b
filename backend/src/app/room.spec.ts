import { importOf, runScript } from '../../testing/repository/script.js';

/** Returns the problems that the script reports. @param free the free megabytes of each folder */
const askOf = async (free: Readonly<Record<string, number>>): Promise<unknown> => {
  const script = runScript(`${importOf('lackOfRoom', 'test/room.mjs')}
    const free = ${JSON.stringify(free)};
    const statfs = (folder) => ({ bsize: 4096, bavail: free[folder] * 256 });
    console.log(JSON.stringify(lackOfRoom(Object.keys(free), 200, statfs)));`);
  expect(await script.exited).toBe(0);
  return JSON.parse(script.output());
};

describe('a full disk', () => {
  it('is reported before a run begins, with the free and the needed megabytes', async () => {
    expect(await askOf({ '/clone': 200, '/tmp': 199 })).toEqual([
      'The disk of /tmp is full: 199 MB are free, 200 MB are needed.',
    ]);
  });
});
