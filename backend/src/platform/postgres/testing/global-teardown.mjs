export default async function tearDown() {
  const holder = globalThis.__siegelTestServer;
  if (holder === undefined || holder.exitCode !== null) return;
  const gone = new Promise((resolve) => holder.once('exit', resolve));
  holder.stdin.end();
  await gone;
}
