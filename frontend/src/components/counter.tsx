/** Length and limit of a text. A text beyond its limit is not cut: its counter turns red. */
export function Counter({ length, max }: { length: number; max: number }) {
  return (
    <span className={length > max ? 'text-bad' : undefined}>
      {length} / {max}
    </span>
  );
}
