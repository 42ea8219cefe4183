import type { Texts } from './en.ts';

declare module 'use-intl' {
  interface AppConfig {
    Locale: 'en';
    Messages: Texts;
  }
}
