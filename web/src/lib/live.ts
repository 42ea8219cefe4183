import { createParser } from 'eventsource-parser';
import { basePath } from '#contract/endpoint.ts';
import {
  heartbeatSeconds,
  type LiveEvent,
  type LiveEventName,
  liveEvents,
  streamEvents,
} from '#contract/events.ts';

const firstPause = 500;
const longestPause = 15_000;
const silence = 2.5 * heartbeatSeconds * 1_000;

/** What a listener to the live changes is told. */
export type LiveListener = {
  onEvent(event: LiveEvent): void;
  /** The stream is up; `mayHaveMissed` after it was down, when changes may have gone unheard. */
  onOpen(mayHaveMissed: boolean): void;
  onLost(): void;
};

/**
 * Listens to the server's stream of changes with a bearer token, and connects again for as long as it takes: at growing
 * intervals, at once when the browser is back online, and whenever no heartbeat was heard for too long.
 *
 * @returns how to stop.
 */
export function listenLive(token: string, listener: LiveListener): () => void {
  const stopping = new AbortController();
  void keepListening(token, listener, stopping.signal);
  return () => stopping.abort();
}

async function keepListening(token: string, listener: LiveListener, stop: AbortSignal): Promise<void> {
  let pause = firstPause;
  let wasLost = false;
  while (!stop.aborted) {
    const end = await listenOnce(token, stop, listener.onEvent, () => {
      listener.onOpen(wasLost);
      wasLost = false;
      pause = firstPause;
    });
    if (stop.aborted || end === 'refused') return;
    wasLost = true;
    listener.onLost();
    await pauseOrOnline(pause * (0.75 + Math.random() / 2), stop);
    pause = Math.min(pause * 2, longestPause);
  }
}

/** Resolves when the stream ends: `refused` when the session is over and trying again is of no use. */
async function listenOnce(
  token: string,
  stop: AbortSignal,
  onEvent: (event: LiveEvent) => void,
  onOpen: () => void,
): Promise<'lost' | 'refused'> {
  const silent = new AbortController();
  let timer = setTimeout(() => silent.abort(), silence);
  try {
    const response = await fetch(basePath + streamEvents.path, {
      headers: { authorization: `Bearer ${token}`, accept: 'text/event-stream' },
      signal: AbortSignal.any([stop, silent.signal]),
      cache: 'no-store',
    });
    if (response.status === 401 || response.status === 403) return 'refused';
    if (!response.ok || !response.body) return 'lost';
    onOpen();
    const parser = createParser({
      onEvent: ({ event = '', data }) => {
        const heard = readEvent(event, data);
        if (heard) onEvent(heard);
      },
    });
    const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
    for (let part = await reader.read(); !part.done; part = await reader.read()) {
      clearTimeout(timer);
      timer = setTimeout(() => silent.abort(), silence);
      parser.feed(part.value);
    }
    return 'lost';
  } catch {
    return 'lost';
  } finally {
    clearTimeout(timer);
  }
}

function isEventName(name: string): name is LiveEventName {
  return name in liveEvents;
}

function readEvent(name: string, data: string): LiveEvent | undefined {
  if (!isEventName(name)) return undefined;
  const parsed = liveEvents[name].safeParse(JSON.parse(data));
  return parsed.success ? ({ name, data: parsed.data } as LiveEvent) : undefined;
}

function pauseOrOnline(milliseconds: number, stop: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const done = new AbortController();
    const finish = () => {
      clearTimeout(timer);
      done.abort();
      resolve();
    };
    const timer = setTimeout(finish, milliseconds);
    window.addEventListener('online', finish, { signal: done.signal });
    stop.addEventListener('abort', finish, { signal: done.signal });
  });
}
