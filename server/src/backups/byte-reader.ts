/** Reads bytes by number or by line, whatever pieces they come in. */
export class ByteReader {
  readonly #source: AsyncIterator<Buffer>;
  #left: Buffer = Buffer.alloc(0);

  constructor(source: AsyncIterable<Buffer>) {
    this.#source = source[Symbol.asyncIterator]();
  }

  async take(size: number): Promise<Buffer> {
    const taken = await this.upTo(size);
    if (taken.length < size) throw new Error('The bytes end early');
    return taken;
  }

  async upTo(size: number): Promise<Buffer> {
    const pieces: Buffer[] = [];
    for (let missing = size; missing > 0; ) {
      const piece = await this.#next();
      if (!piece) break;
      pieces.push(piece.subarray(0, missing));
      this.#left = piece.subarray(missing);
      missing -= piece.length;
    }
    return Buffer.concat(pieces);
  }

  async line(most: number): Promise<string | undefined> {
    let start = Buffer.alloc(0);
    while (start.length <= most) {
      const piece = await this.#next();
      if (!piece) return undefined;
      start = Buffer.concat([start, piece]);
      const end = start.indexOf('\n');
      if (end < 0) continue;
      this.#left = start.subarray(end + 1);
      return start.toString('utf8', 0, end);
    }
    return undefined;
  }

  async *rest(): AsyncGenerator<Buffer> {
    for (let piece = await this.#next(); piece; piece = await this.#next()) yield piece;
  }

  // Undefined at the end, never empty.
  async #next(): Promise<Buffer | undefined> {
    const left = this.#left;
    this.#left = Buffer.alloc(0);
    if (left.length > 0) return left;
    for (;;) {
      const { done, value } = await this.#source.next();
      if (done) return undefined;
      if (value.length > 0) return value;
    }
  }
}
