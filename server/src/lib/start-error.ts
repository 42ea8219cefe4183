/**
 * A reason why Pitlane cannot start that the person at the terminal can act upon. Its message is one whole line without
 * secrets; it is printed as it is, without a stack.
 */
export class StartError extends Error {
  override name = 'StartError';
}
