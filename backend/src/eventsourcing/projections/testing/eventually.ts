/** Looks again and again until what it looks for is there. */
export async function eventually<Found>(
  look: () => Promise<Found | undefined | false> | Found | undefined | false,
  options: { within?: number; every?: number } = {},
): Promise<Found> {
  const { within = 10_000, every = 10 } = options;
  const until = Date.now() + within;
  for (;;) {
    const found = await look();
    if (found !== undefined && found !== false) return found;
    if (Date.now() > until) throw new Error(`not within ${within} ms: ${look.toString()}`);
    await new Promise((resolve) => setTimeout(resolve, every));
  }
}
