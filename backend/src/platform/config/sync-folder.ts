import { open } from 'node:fs/promises';

/** Writes a folder to the disk. Without that, a power failure may lose a file that was just made in it. */
export async function syncFolder(path: string): Promise<void> {
  if (process.platform === 'win32') return;
  const folder = await open(path, 'r');
  try {
    await folder.sync();
  } finally {
    await folder.close();
  }
}
