export interface IconPictureProps {
  /** Pixels of the mark, less than those of the picture where it has a margin. */
  readonly mark: number;
  /** Whether what lies behind the picture shows beside the mark. */
  readonly clear: boolean;
}

/** The mark as a browser's tab shows it: without a rim, its sign large enough for the smallest icon. */
export function IconPicture({ mark, clear }: IconPictureProps) {
  return (
    <body className={clear ? 'icon-body icon-body-clear' : 'icon-body'}>
      <img src="/favicon.svg" width={mark} height={mark} alt="" />
    </body>
  );
}
