import type { ReactNode } from 'react';
import classes from './auth-frame.module.css';

/** The plain centred layout of every page outside `/main`. */
export function AuthFrame({ children }: { children: ReactNode }) {
  return <main className={classes.frame}>{children}</main>;
}
