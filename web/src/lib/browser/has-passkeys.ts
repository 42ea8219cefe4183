/** Whether this browser knows passkeys. */
export const hasPasskeys = (): boolean => 'PublicKeyCredential' in window;
