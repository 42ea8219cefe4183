import type { Endpoint } from '#contract/call/endpoint.ts';
import { type CallInput, sendRequest } from './api.ts';
import { ApiError } from './api-error.ts';

const pieceSize = 4_000_000;

/**
 * Has the browser save a streamed file under the server's name.
 *
 * @param onProgress bytes so far.
 * @returns the file's name.
 * @throws ApiError when refused or broken off; nothing is saved then.
 */
export async function downloadFile<E extends Endpoint>(
  endpoint: E,
  input: CallInput<E>,
  onProgress: (bytes: number) => void,
): Promise<string> {
  const { name, file } = await fetchFile(endpoint, input, onProgress);
  saveFile(name, file);
  return name;
}

/** Reads a streamed file, with its name, as {@link downloadFile}. */
export async function fetchFile<E extends Endpoint>(
  endpoint: E,
  input: CallInput<E>,
  onProgress: (bytes: number) => void = () => {},
): Promise<{ name: string; file: Blob }> {
  const response = await sendRequest(endpoint, input);
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
      // The browser keeps large Blobs on disk.
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
  return { name, file: new Blob([...pieces, ...parts], { type }) };
}

function nameIn(disposition: string | null): string | undefined {
  const [, encoded] = /filename\*=UTF-8''([^;]+)/.exec(disposition ?? '') ?? [];
  return encoded ? decodeURIComponent(encoded) : /filename="([^"]+)"/.exec(disposition ?? '')?.[1];
}

/** Has the browser save a file under this name. */
export function saveFile(name: string, file: Blob) {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(file);
  link.download = name;
  link.click();
  // The browser reads the address after the click was handled.
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
}
