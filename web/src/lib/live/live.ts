import { createParser } from 'eventsource-parser';
import { basePath } from '#contract/call/endpoint.ts';
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

type LiveListener = {
  onEvent(event: LiveEvent): void;
  onOpen(isFirst: boolean): void;
  onHeard(): void;
  onLost(): void;
  onRefused(): void;
  onEnded(): void;
};

/**
 * Listens to the stream of changes and reconnects for as long as it takes: at growing intervals, and at once when the
 * browser is online again or heartbeats stop.
 *
 * @param token bearer token.
 * @returns how to stop.
 */
export function listenToLiveEvents(token: string, listener: LiveListener): () => void {
  const stopping = new AbortController();
  void keepListening(token, listener, stopping.signal);
  return () => stopping.abort();
}

async function keepListening(token: string, listener: LiveListener, stop: AbortSignal): Promise<void> {
  let pause = firstPause;
  let isFirst = true;
  while (!stop.aborted) {
    const end = await listenOnce(token, stop, listener, () => {
      listener.onOpen(isFirst);
      isFirst = false;
      pause = firstPause;
    });
    if (end === 'ended' && !stop.aborted) listener.onEnded();
    if (end === 'refused' && !stop.aborted) listener.onRefused();
    if (stop.aborted || end !== 'lost') return;
    listener.onLost();
    // After a restart, browsers must not all reconnect at once.
    await pauseOrOnline(pause * (0.5 + Math.random()), stop);
    pause = Math.min(pause * 2, longestPause);
  }
}

async function listenOnce(
  token: string,
  stop: AbortSignal,
  { onEvent, onHeard }: Pick<LiveListener, 'onEvent' | 'onHeard'>,
  onOpen: () => void,
): Promise<'lost' | 'refused' | 'ended'> {
  const silent = new AbortController();
  let timer = setTimeout(() => silent.abort(), silence);
  try {
    const response = await fetch(basePath + streamEvents.path, {
      headers: { authorization: `Bearer ${token}`, accept: 'text/event-stream' },
      signal: AbortSignal.any([stop, silent.signal]),
      cache: 'no-store',
    });
    if (response.status === 401) return 'ended';
    if (response.status === 403) return 'refused';
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
      onHeard();
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
