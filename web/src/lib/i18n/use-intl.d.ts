import type { Texts } from './en.ts';

declare module 'use-intl' {
  interface AppConfig {
    Messages: Texts;
  }
}
