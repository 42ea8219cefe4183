/** Tells whether the browser knows passkeys. */
export const supportsPasskeys = (): boolean => 'PublicKeyCredential' in window;
