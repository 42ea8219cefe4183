import type { Endpoint } from '#contract/call/endpoint.ts';
import { type CallInput, send } from './api.ts';
import { ApiError } from './api-error.ts';

/** Bytes held by the page before it hands them over. */
const pieceSize = 4_000_000;

/**
 * Fetches a streamed file for the browser to save under the name that the server gave it.
 *
 * @param onProgress told how many bytes have arrived.
 * @returns the file's name.
 * @throws ApiError when it is refused or the stream breaks off; nothing is saved then.
 */
export async function download<E extends Endpoint>(
  endpoint: E,
  input: CallInput<E>,
  onProgress: (bytes: number) => void,
): Promise<string> {
  const response = await send(endpoint, input);
  const name = nameIn(response.headers.get('content-disposition')) ?? 'download';
  const pieces: Blob[] = [];
  let parts: BlobPart[] = [];
  let bytes = 0;
  let handedOver = 0;
  try {
    const reader = response.body?.getReader();
    for (let part = await reader?.read(); part && !part.done; part = await reader?.read()) {
      parts.push(part.value);
      bytes += part.value.byteLength;
      // The browser keeps a large Blob on disk, so that the page stays small.
      if (bytes - handedOver > pieceSize) {
        pieces.push(new Blob(parts));
        parts = [];
        handedOver = bytes;
      }
      onProgress(bytes);
    }
  } catch {
    throw new ApiError(0, 'offline', '');
  }
  const type = response.headers.get('content-type') ?? '';
  save(name, new Blob([...pieces, ...parts], { type }));
  return name;
}

function nameIn(disposition: string | null): string | undefined {
  return /filename="([^"]+)"/.exec(disposition ?? '')?.[1];
}

/** Has the browser save a file. */
export function save(name: string, file: Blob) {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(file);
  link.download = name;
  link.click();
  // The browser reads the address after the click has been handled.
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
}
