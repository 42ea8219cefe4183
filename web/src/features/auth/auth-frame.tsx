import type { ReactNode } from 'react';
import classes from './auth-frame.module.css';

/** The layout of pages outside `/main`. */
export function AuthFrame({ children }: { children: ReactNode }) {
  return <main className={classes.frame}>{children}</main>;
}
