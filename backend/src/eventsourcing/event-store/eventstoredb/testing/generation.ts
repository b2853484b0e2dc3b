/** Differences in behaviour between servers of different years. */
export interface Generation {
  /**
   * The checkpoint that the server sends when a filtered subscription goes live before it has reached any
   * event. 'nowhere' is -1 as an unsigned number, 'behind the end' is the position behind the last record,
   * and 'first record' is the position of the first record.
   */
  readonly nothingSeen: 'nowhere' | 'behind the end' | 'first record';
  /** How the server treats a live subscriber that does not keep up. */
  readonly tooSlow: 'must resubscribe' | 'gets a notice' | 'gets no notice';
}

/**
 * Returns how a server of this version behaves. We have observed the behaviour, or the server's source shows
 * it.
 * @param version as in `24.10.14`
 */
export function generationOf(version: string): Generation {
  const since = (than: string): boolean => !isOlder(version, than);
  const nothingSeen = !since('24.10.5')
    ? 'nowhere'
    : since('25.0.0') && !since('25.1.0')
      ? 'behind the end'
      : 'first record';
  const tooSlow = !since('24.2.0')
    ? 'must resubscribe'
    : since('24.10.0')
      ? 'gets no notice'
      : 'gets a notice';
  return { nothingSeen, tooSlow };
}

function isOlder(version: string, than: string): boolean {
  const [one, other] = [version, than].map((text) =>
    text
      .split('.')
      .slice(0, 3)
      .map((part) => Number.parseInt(part, 10)),
  );
  const at = [0, 1, 2].find((place) => one?.[place] !== other?.[place]);
  return at !== undefined && (one?.[at] ?? 0) < (other?.[at] ?? 0);
}
