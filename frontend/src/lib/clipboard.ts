/**
 * Copies a text to the clipboard. Resolves to false if the browser forbids copying, or has no clipboard
 * because the address is without https.
 */
export async function copyText(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch (error) {
    console.warn('clipboard:', error);
    return false;
  }
}
