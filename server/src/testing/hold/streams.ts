import { setTimeout as wait } from 'node:timers/promises';
import { basePath } from '#contract/call/endpoint.ts';
import { streamEvents } from '#contract/events.ts';

export class EventStream {
  readonly #closing = new AbortController();
  #heard = '';
  #end = '';

  private constructor() {}

  static async open(origin: string, token: string): Promise<EventStream> {
    const stream = new EventStream();
    const answer = await fetch(`${origin}${basePath}${streamEvents.path}`, {
      headers: { authorization: `Bearer ${token}` },
      signal: stream.#closing.signal,
    });
    if (!answer.body || answer.status !== 200) throw new Error(`No stream: ${answer.status}`);
    void stream.#read(answer.body);
    return stream;
  }

  async hears(text: string, within: number): Promise<boolean> {
    for (const giveUp = Date.now() + within; Date.now() < giveUp; await wait(20))
      if (this.#heard.includes(text)) return true;
    return false;
  }

  get state(): string {
    return `${this.#heard.slice(-200)} ${this.#end}`;
  }

  close(): void {
    this.#closing.abort();
  }

  async #read(body: ReadableStream<Uint8Array>): Promise<void> {
    const decoder = new TextDecoder();
    try {
      for await (const part of body) this.#heard += decoder.decode(part, { stream: true });
      this.#end = 'ended by the server';
    } catch (error) {
      this.#end = String(error);
    }
  }
}
