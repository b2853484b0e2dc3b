// Sends GET requests one after the other. Its argument is { urls, wanted, headers } as JSON. If `wanted` is
// given, each request is repeated until its response has that status, for a minute at most. Prints the last
// status of each URL, as a list. The status 0 means that there was no response.
import { setTimeout as pause } from 'node:timers/promises';

const { urls, wanted, headers } = JSON.parse(process.argv[2]);
const PATIENCE_MS = 60_000 * Number(process.env.TEST_TIME_FACTOR ?? 1);

const statusOf = (url) =>
  fetch(url, { headers, redirect: 'manual', signal: AbortSignal.timeout(20_000) }).then(
    async (answer) => {
      await answer.arrayBuffer();
      return answer.status;
    },
    () => 0,
  );

const statuses = [];
for (const url of urls) {
  const end = Date.now() + PATIENCE_MS;
  let status = await statusOf(url);
  while (wanted !== undefined && status !== wanted && Date.now() < end) {
    await pause(200);
    status = await statusOf(url);
  }
  statuses.push(status);
}
console.log(JSON.stringify(statuses));
