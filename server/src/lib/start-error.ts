/** The person at the terminal can act on it: one line without secrets, printed without a stack. */
export class StartError extends Error {
  override name = 'StartError';
}

/** Starting again does not help: somebody has to act. */
export class UpgradeError extends StartError {
  override name = 'UpgradeError';
}
