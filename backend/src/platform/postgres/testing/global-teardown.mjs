export default async function tearDown() {
  const holder = globalThis.__siegelTestServer;
  if (holder === undefined || holder.exitCode !== null) return;
  const gone = new Promise((resolve) => holder.once('exit', resolve));
  // `unref` was called when the holder process was started. The process is awaited here, so it must keep jest
  // alive again. Otherwise jest would end before it sets its exit code.
  holder.ref();
  holder.stdin.end();
  await gone;
}
