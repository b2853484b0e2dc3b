export interface IconPictureProps {
  /** Size of the mark in pixels. It is smaller than the picture if the picture has a margin. */
  readonly mark: number;
  /** True if the picture is transparent around the mark. */
  readonly clear: boolean;
}

/**
 * The mark as a browser's tab shows it: without a rim, and with a sign that is legible even in the smallest
 * icon.
 */
export function IconPicture({ mark, clear }: IconPictureProps) {
  return (
    <body className={clear ? 'icon-body icon-body-clear' : 'icon-body'}>
      <img src="/favicon.svg" width={mark} height={mark} alt="" />
    </body>
  );
}
