import { expect, test } from 'vitest';
import config from '../vite.config.ts';

test('while developing, all that the server serves beside the web app is proxied to it (F15.8)', () => {
  expect(Object.keys(config.server?.proxy ?? {}).sort()).toEqual(['/api', '/form', '/health', '/pictures']);
});
