import { createReadStream } from 'node:fs';
import { open } from 'node:fs/promises';
import { type Encoding, UnreadableFile } from './table.ts';

const looked = 4_096;
const pieceBytes = 16_384;
const fewestZeros = 20;
const mostControls = 8;

/**
 * Recognises the encoding by its mark, its bytes 0, or because all of it is UTF-8; else Windows-1252, in which any byte is a character.
 *
 * @throws UnreadableFile for bytes that are no text, and for UTF-8 or UTF-16 with broken characters.
 */
export async function recogniseEncoding(path: string): Promise<Encoding> {
  const start = await readFirstBytes(path, looked);
  const marked = markedEncoding(start) ?? utf16Of(start);
  if (marked) {
    if (!(await isWellFormed(path, marked))) throw new UnreadableFile('fileBrokenText');
    return marked;
  }
  if (await isWellFormed(path, 'utf-8')) return 'utf-8';
  const { whole, broken, controls } = await countCharacters(path);
  if (controls > mostControls) throw new UnreadableFile('fileUnknown');
  if (whole > broken) throw new UnreadableFile('fileBrokenText');
  return 'windows-1252';
}

/** Decodes a file piece by piece, without a byte order mark. @throws UnreadableFile for a broken character. */
export async function* decodeFile(path: string, encoding: Encoding): AsyncGenerator<string> {
  const decoder = new TextDecoder(encoding, { fatal: encoding !== 'windows-1252' });
  try {
    const pieces = createReadStream(path, { highWaterMark: pieceBytes });
    for await (const chunk of pieces) yield decoder.decode(chunk, { stream: true });
    yield decoder.decode();
  } catch (error) {
    throw error instanceof TypeError ? new UnreadableFile('fileBrokenText') : error;
  }
}

/** Reads the first bytes of a file; fewer when it is shorter. */
export async function readFirstBytes(path: string, length: number): Promise<Buffer> {
  const file = await open(path);
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(length), 0, length, 0);
    return buffer.subarray(0, bytesRead);
  } finally {
    await file.close();
  }
}

function markedEncoding(start: Buffer): Encoding | undefined {
  if (start[0] === 0xff && start[1] === 0xfe) return 'utf-16le';
  if (start[0] === 0xfe && start[1] === 0xff) return 'utf-16be';
  return start[0] === 0xef && start[1] === 0xbb && start[2] === 0xbf ? 'utf-8' : undefined;
}

function utf16Of(start: Buffer): Encoding | undefined {
  const zeros = [0, 0];
  start.forEach((byte, at) => {
    if (byte === 0) zeros[at % 2] = (zeros[at % 2] ?? 0) + 1;
  });
  const [even = 0, odd = 0] = zeros;
  if (even === 0 && odd === 0) return undefined;
  if ((even > 0 && odd > 0) || (even + odd) * fewestZeros < start.length)
    throw new UnreadableFile('fileUnknown');
  return odd > 0 ? 'utf-16le' : 'utf-16be';
}

async function isWellFormed(path: string, encoding: Encoding): Promise<boolean> {
  try {
    for await (const text of decodeFile(path, encoding)) {
      if (text.includes('\0')) throw new UnreadableFile('fileUnknown');
    }
    return true;
  } catch (error) {
    if (error instanceof UnreadableFile && error.fault === 'fileBrokenText') return false;
    throw error;
  }
}

async function countCharacters(path: string): Promise<{ whole: number; broken: number; controls: number }> {
  const decoder = new TextDecoder('utf-8');
  const counts = { whole: 0, broken: 0, controls: 0 };
  const count = (text: string, what: RegExp) => text.match(what)?.length ?? 0;
  for await (const chunk of createReadStream(path)) {
    const text = decoder.decode(chunk, { stream: true });
    counts.broken += count(text, /\ufffd/g);
    counts.whole += count(text, /[\u0080-\ufffc]/g);
    counts.controls += count(text, /[^\P{Cc}\s\u007f-\u009f]/gu);
  }
  return counts;
}
