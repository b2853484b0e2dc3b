/** Sets the width of a picture. The picture has two pixels for each pixel of the pad. */
function setWidth(image: HTMLImageElement): void {
  image.style.width = `${image.naturalWidth / 2}px`;
}

export interface SignaturePictureProps {
  /** The picture's address, or the picture itself as a data URL. */
  image: string;
  alt: string;
  /** True if the picture does not show the current name in the chosen style of handwriting. */
  outdated?: boolean;
}

/** Shows the stored picture of a signature on its line. */
export function SignaturePicture({ image, alt, outdated = false }: SignaturePictureProps) {
  return (
    <img
      className="signature-pad-image ink-image"
      data-outdated={outdated || undefined}
      src={image}
      alt={alt}
      onLoad={(event) => setWidth(event.currentTarget)}
    />
  );
}
