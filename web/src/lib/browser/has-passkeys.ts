export const supportsPasskeys = (): boolean => 'PublicKeyCredential' in window;
