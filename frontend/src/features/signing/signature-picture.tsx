/** Sets the width of a picture, which has two pixels for each pixel of the pad. */
function setWidth(image: HTMLImageElement): void {
  image.style.width = `${image.naturalWidth / 2}px`;
}

export interface SignaturePictureProps {
  /** Address of the picture, or the picture itself as a data URL. */
  image: string;
  alt: string;
  /** The picture shows another name than the field has now. */
  outdated?: boolean;
}

/** The picture of a signature on its line, as it is stored. */
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
