export default async function tearDown() {
  const holder = globalThis.__siegelTestServer;
  if (holder === undefined || holder.exitCode !== null) return;
  const gone = new Promise((resolve) => holder.once('exit', resolve));
  // `unref` was called at the holder's start. Because it is awaited here, it must keep jest alive again, or
  // jest would end before it sets its exit code.
  holder.ref();
  holder.stdin.end();
  await gone;
}
