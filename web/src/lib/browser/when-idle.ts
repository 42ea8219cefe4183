// How long the page must be idle, in milliseconds.
const rest = 3_000;

type Saving = Navigator & { connection?: { saveData?: boolean } };

/** Runs steps one by one while the loaded page is idle; never if the browser saves data. @returns how to stop. */
export function runWhenIdle(steps: Iterable<() => unknown>): () => void {
  const { connection } = navigator as Saving;
  if (connection?.saveData) return () => undefined;
  const todo = steps[Symbol.iterator]();
  let timer = window.setTimeout(next, rest);
  let isStopped = false;

  function next() {
    const idle = window.requestIdleCallback ?? ((act: () => void) => window.setTimeout(act, 50));
    idle(() => void act());
  }
  async function act() {
    if (isStopped) return;
    const step = navigator.onLine ? todo.next() : undefined;
    if (step?.done) return;
    await Promise.resolve(step?.value()).catch(() => undefined);
    if (!isStopped) timer = window.setTimeout(next, step ? 20 : rest);
  }
  return () => {
    isStopped = true;
    window.clearTimeout(timer);
  };
}
