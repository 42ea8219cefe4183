import { lazyModule } from '#web/lib/browser/lazy-module.ts';
import { runWhenIdle } from '#web/lib/browser/when-idle.ts';

type Toasts = typeof import('./toasts.tsx').toasts;

const module = lazyModule(() => import('./toasts.tsx'));
runWhenIdle([module.fetch]);

// Where their code cannot be fetched, the connection is lost, which shows by itself.
function show(say: (toasts: Toasts) => unknown): void {
  module.fetch().then(
    ({ toasts }) => say(toasts),
    () => undefined,
  );
}

/** Says something in passing, for 4 seconds. Its code is fetched when the page is idle, or with the first. */
export function toast(text: string): void {
  show((toasts) => toasts(text));
}

toast.success = (text: string, options?: { id: string }): void =>
  show((toasts) => toasts.success(text, options));

toast.error = (text: string): void => show((toasts) => toasts.error(text));

toast.promise = <Result>(
  doing: Promise<Result>,
  texts: { loading: string; success: string; error: (reason: unknown) => string },
): void => show((toasts) => toasts.promise(doing, texts).catch(() => undefined));
