/** Makes the browser save a file that this page has made or fetched. */
export function saveFile(name: string, file: Blob): void {
  const address = URL.createObjectURL(file);
  const link = document.createElement('a');
  link.href = address;
  link.download = name;
  link.click();
  // Revoke the address later, because browsers may still read the file after the click.
  setTimeout(() => URL.revokeObjectURL(address), 0);
}
