export default async function tearDown() {
  const holder = globalThis.__siegelTestServer;
  if (holder === undefined || holder.exitCode !== null) return;
  const gone = new Promise((resolve) => holder.once('exit', resolve));
  // When the holder process was started, `unref` was called, so that it does not keep jest alive. Here jest
  // waits for the process, so `ref` is called. Otherwise jest would end before it sets its exit code.
  holder.ref();
  holder.stdin.end();
  await gone;
}
