import { fileLimits, UnreadableFile } from '#server/imports/files/table.ts';
import { type Archive, maxUnpackedBytes } from './archive.ts';

const blockSize = 65_536;
const mostBlocks = 1_024;
const mostTexts = 4_000_000;

/** The texts that cells of a book share, packed: as strings of their own they would take several times the room. */
export type CellTexts = { at(place: number): string | undefined };

/** Appends to a cell's text, with one character more than it may hold so that the limit is noticed. */
export function appendCellText(text: string, more: string): string {
  return text.length > fileLimits.cell ? text : (text + more).slice(0, fileLimits.cell + 1);
}

/** Decodes `_x000D_` and the like in a cell's text. @throws UnreadableFile for what is no character. */
export function decodeCellText(written: string): string {
  const text = written.includes('_x')
    ? written.replace(/_x([0-9a-f]{4})_/gi, (_, code: string) =>
        String.fromCharCode(Number.parseInt(code, 16)),
      )
    : written;
  return requirePlainText(text);
}

/** Returns a text if all of it can be stored. @throws UnreadableFile for what is no character. */
export function requirePlainText(text: string): string {
  // A text that is longer than is read may have been cut within a character.
  const whole = text.length > fileLimits.cell ? text.toWellFormed() : text;
  if (!whole.isWellFormed() || whole.includes('\0')) throw new UnreadableFile('fileBrokenText');
  return whole;
}

/** Reads the texts that the cells of a book share; none without a part. @throws UnreadableFile where they take too much room. */
export async function readCellTexts(archive: Archive, part: string | undefined): Promise<CellTexts> {
  const packed = new PackedTexts();
  if (!part || !archive.has(part)) return packed;
  let text = '';
  let isText = false;
  let isPhonetic = false;
  const pieces = archive.read(part, maxUnpackedBytes.texts, {
    open(name) {
      if (name === 'si') text = '';
      if (name === 'rPh') isPhonetic = true;
      isText = name === 't' && !isPhonetic;
    },
    close(name) {
      if (name === 'si') packed.add(decodeCellText(text));
      if (name === 'rPh') isPhonetic = false;
      isText = false;
    },
    text(more) {
      if (isText) text = appendCellText(text, more);
    },
  });
  for await (const _piece of pieces);
  return packed;
}

class PackedTexts implements CellTexts {
  readonly #blocks: Buffer[] = [];
  #starts = new Uint32Array(1_024);
  #count = 0;
  // Bytes in use of the last block, which may be all of them.
  #used = blockSize;

  add(text: string): void {
    const size = Buffer.byteLength(text);
    if (this.#used + 2 + size > blockSize) this.#newBlock();
    if (this.#count === this.#starts.length) this.#grow();
    const block = this.#blocks.at(-1);
    block?.writeUInt16LE(size, this.#used);
    block?.write(text, this.#used + 2);
    this.#starts[this.#count++] = (this.#blocks.length - 1) * blockSize + this.#used;
    this.#used += 2 + size;
  }

  at(place: number): string | undefined {
    const start = place < this.#count ? this.#starts[place] : undefined;
    if (start === undefined) return undefined;
    const block = this.#blocks[Math.floor(start / blockSize)];
    const at = start % blockSize;
    const size = block?.readUInt16LE(at) ?? 0;
    return block?.toString('utf8', at + 2, at + 2 + size);
  }

  #newBlock(): void {
    if (this.#blocks.length === mostBlocks) throw new UnreadableFile('fileUnpacksTooLarge');
    this.#used = 0;
    this.#blocks.push(Buffer.allocUnsafeSlow(blockSize));
  }

  #grow(): void {
    if (this.#count >= mostTexts) throw new UnreadableFile('fileUnpacksTooLarge');
    const larger = new Uint32Array(this.#count * 2);
    larger.set(this.#starts);
    this.#starts = larger;
  }
}
