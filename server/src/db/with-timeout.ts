/** Milliseconds that the database has; whoever watches must hear of one that does not answer. */
const patience = 2_000;

/** Waits for a promise for at most two seconds. @returns what it becomes; undefined when it fails or takes longer. */
export async function withTimeout<T>(reading: Promise<T>): Promise<T | undefined> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<undefined>((resolve) => {
    timer = setTimeout(resolve, patience, undefined);
  });
  return Promise.race([reading.catch(() => undefined), late]).finally(() => clearTimeout(timer));
}
