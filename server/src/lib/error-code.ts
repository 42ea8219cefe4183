/** The code that Node gave a failure of the operating system, such as ENOENT; '' where there is none. */
export function errorCode(error: unknown): string {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : '';
}
