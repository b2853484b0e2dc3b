/** Shows the length and the limit of a text. A text above the limit is not cut. Its counter turns red. */
export function Counter({ length, max }: { length: number; max: number }) {
  return (
    <span className={length > max ? 'text-bad' : undefined}>
      {length} / {max}
    </span>
  );
}
