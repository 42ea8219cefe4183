import type { en } from './en.ts';
import type { rest } from './en-rest.ts';

declare module 'use-intl' {
  interface AppConfig {
    Locale: 'en';
    Messages: typeof en & typeof rest;
  }
}
