import type { ReactNode } from 'react';

/** The layout of pages outside `/main`. */
export function AuthFrame({ children }: { children: ReactNode }) {
  return <main className="auth-frame">{children}</main>;
}
