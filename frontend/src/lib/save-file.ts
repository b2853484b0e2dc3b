/** Has the browser keep a file that was made or fetched here. */
export function saveFile(name: string, file: Blob): void {
  const address = URL.createObjectURL(file);
  const link = document.createElement('a');
  link.href = address;
  link.download = name;
  link.click();
  // Browsers may still be reading it when the press is over.
  setTimeout(() => URL.revokeObjectURL(address), 0);
}
