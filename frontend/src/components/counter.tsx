/** A text beyond its limit is not cut: its number turns red, and tells how much there is and may be. */
export function Counter({ length, max }: { length: number; max: number }) {
  return (
    <span className={length > max ? 'text-bad' : undefined}>
      {length} / {max}
    </span>
  );
}
