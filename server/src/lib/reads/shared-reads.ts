/**
 * Makes a function that shares reads of the same. Whoever asks while one runs gets the next: nobody is told what was true before they
 * asked.
 *
 * @returns a function that returns what `read` does; `source` and `key` tell all that this depends on.
 */
export function createSharedReads<Source extends object, Result>(): (
  source: Source,
  key: string,
  read: () => Promise<Result>,
) => Promise<Result> {
  const opened = new WeakMap<Source, ReturnType<typeof openReads<Result>>>();
  return (source, key, read) => {
    const reads = opened.get(source) ?? openReads<Result>();
    opened.set(source, reads);
    return reads(key, read);
  };
}

function openReads<Result>(): (key: string, read: () => Promise<Result>) => Promise<Result> {
  const running = new Map<string, Promise<Result>>();
  const following = new Map<string, Promise<Result>>();

  function begin(key: string, read: () => Promise<Result>): Promise<Result> {
    following.delete(key);
    const reading = read();
    running.set(key, reading);
    const end = () => {
      if (running.get(key) === reading) running.delete(key);
    };
    void reading.then(end, end);
    return reading;
  }

  return (key, read) => {
    const current = running.get(key);
    if (!current && !following.has(key)) return begin(key, read);
    const next = following.get(key) ?? Promise.allSettled([current]).then(() => begin(key, read));
    following.set(key, next);
    return next;
  };
}
