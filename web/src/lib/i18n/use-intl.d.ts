import type { connections } from './en/connections.ts';
import type { Texts } from './en.ts';

declare module 'use-intl' {
  interface AppConfig {
    Locale: 'en';
    Messages: Texts & { connections: typeof connections };
  }
}
