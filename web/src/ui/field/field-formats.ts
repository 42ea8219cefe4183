const underWay = new Set<Promise<unknown>>();

/** Notes that a field is being reformatted, such as a phone number once its rules load. */
export function trackFieldFormat(format: Promise<unknown>): void {
  underWay.add(format);
  void format.finally(() => underWay.delete(format));
}

/** Calls `save` at once or, while fields are being reformatted, once they are. */
export function runAfterFormats(save: () => void): void {
  if (underWay.size === 0) save();
  else void Promise.allSettled(underWay).then(save);
}
