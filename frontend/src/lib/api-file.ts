import { failure, received, send } from './api.js';

/**
 * Fetches a file that is not JSON.
 * @throws ApiError
 */
export async function fetchFile(path: string): Promise<Blob> {
  const response = await send('GET', path, undefined, {});
  if (!response.ok) throw failure(response, await received(response.text()));
  return received(response.blob());
}
