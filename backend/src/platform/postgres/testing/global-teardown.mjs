export default async function tearDown() {
  const holder = globalThis.__siegelTestServer;
  if (holder === undefined || holder.exitCode !== null) return;
  const gone = new Promise((resolve) => holder.once('exit', resolve));
  // Unref’d at its start; it is awaited here, so it must keep jest alive, or jest would end before it sets
  // its exit code.
  holder.ref();
  holder.stdin.end();
  await gone;
}
