/** Resolves to false where the browser forbids it or has none (an address without https). */
export async function copyText(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch (error) {
    console.warn('clipboard:', error);
    return false;
  }
}
