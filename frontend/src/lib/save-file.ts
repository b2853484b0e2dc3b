/** Makes the browser save a file that was made or fetched here. */
export function saveFile(name: string, file: Blob): void {
  const address = URL.createObjectURL(file);
  const link = document.createElement('a');
  link.href = address;
  link.download = name;
  link.click();
  // Browsers may still read the file after the click.
  setTimeout(() => URL.revokeObjectURL(address), 0);
}
