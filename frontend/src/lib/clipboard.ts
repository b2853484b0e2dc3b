/**
 * Copies a text. Resolves to false if the browser forbids it or has no clipboard (at addresses without
 * https).
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
