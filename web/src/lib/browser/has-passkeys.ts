export const hasPasskeys = (): boolean => 'PublicKeyCredential' in window;
