/** A reason not to start that the person at the terminal can act on: one line without secrets, printed without a stack. */
export class StartError extends Error {
  override name = 'StartError';
}
