/** The person at the terminal can act on it: one line without secrets, printed without a stack. */
export class StartError extends Error {
  override name = 'StartError';
}
