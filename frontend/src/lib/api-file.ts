import { failure, received, send } from './api.js';

/** What is no JSON: the bytes as they come. @throws ApiError */
export async function fetchFile(path: string): Promise<Blob> {
  const response = await send('GET', path, undefined, {});
  if (!response.ok) throw failure(response, await received(response.text()));
  return received(response.blob());
}
