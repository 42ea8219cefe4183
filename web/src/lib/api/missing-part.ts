import { getDealer } from '#contract/dealer.ts';
import { call } from './api.ts';

const missing = new WeakMap<Error, string | undefined>();
/** The addresses of stylesheets that could not be fetched. */
export const failedStylesheets = new Set<string>();
const tried = new Set<string>();
const reloadKey = 'reloadedFor';
const pause = 4_000;

/** Notes, from the bundler's window event, parts of the app that could not be fetched. */
export function watchForMissingFiles(): void {
  const onError = ({ target }: Event) => {
    if (target instanceof HTMLLinkElement && target.rel === 'stylesheet') failedStylesheets.add(target.href);
  };
  window.addEventListener('error', onError, { capture: true });
  window.addEventListener('vite:preloadError', (event) => {
    const { payload } = event as Event & { payload: Error };
    missing.set(payload, /(?:https?:\/)?\/\S{1,500}\.(?:js|css)$/.exec(payload.message)?.[0]);
    // The router would know its message and reload the page, blank when offline.
    payload.message = 'A part of the app could not be fetched';
  });
}

/** Tells whether an error says that a file of the app could not be fetched. */
export function isMissingFileError(error: unknown): boolean {
  return error instanceof Error && missing.has(error);
}

/** @returns the address of the file that could not be fetched, if the browser said which one. */
export function getMissingFile(error: unknown): string | undefined {
  return error instanceof Error ? missing.get(error) : undefined;
}

/** @returns whether the server answers, whatever the browser says of the network: it may run on this machine. */
export function isServerReachable(): Promise<boolean> {
  return fetch('/', { method: 'HEAD', cache: 'no-store' }).then(
    () => true,
    () => false,
  );
}

/**
 * Tells whether the page that the server delivers now starts another app than this one.
 *
 * @throws when the server cannot be reached.
 */
export async function isNewVersionDeployed(): Promise<boolean> {
  const start = document.querySelector<HTMLScriptElement>('script[type="module"][src]')?.getAttribute('src');
  const response = await fetch('/', { cache: 'no-store' });
  if (!response.ok) throw new Error('The server does not answer');
  return start !== undefined && start !== null && !(await response.text()).includes(start);
}

/**
 * Waits until the server is reachable, then fetches the part again or, failing that, reloads the page, once.
 *
 * @param retry opens the screen again.
 * @returns how to stop.
 */
export function retryWhenReachable(retry: () => void): () => void {
  const { href } = window.location;
  const stopping = new AbortController();
  let timer: number;

  async function look() {
    window.clearTimeout(timer);
    const isThere = await call(getDealer, { signal: stopping.signal }).then(
      () => true,
      () => false,
    );
    if (stopping.signal.aborted) return;
    if (!isThere) timer = window.setTimeout(() => void look(), pause);
    else if (!tried.has(href)) {
      tried.add(href);
      retry();
    } else if (sessionStorage.getItem(reloadKey) !== href) {
      sessionStorage.setItem(reloadKey, href);
      window.location.reload();
    }
  }
  timer = window.setTimeout(() => void look(), navigator.onLine ? 0 : pause);
  const onOnline = () => void look();
  window.addEventListener('online', onOnline);
  return () => {
    stopping.abort();
    window.clearTimeout(timer);
    window.removeEventListener('online', onOnline);
  };
}
