import { expect, test } from 'vitest';
import { describeDevice } from './device-name.ts';

test.each([
  [
    'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36 Edg/140.0.0.0',
    { browser: 'Edge', system: 'Windows', isHandheld: false },
  ],
  [
    'Mozilla/5.0 (Linux; Android 15; K) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Mobile Safari/537.36',
    { browser: 'Chrome', system: 'Android', isHandheld: true },
  ],
  [
    'Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Mobile/15E148 Safari/604.1',
    { browser: 'Safari', system: 'iPhone', isHandheld: true },
  ],
  [
    'Mozilla/5.0 (Macintosh; Intel Mac OS X 10.15; rv:143.0) Gecko/20100101 Firefox/143.0',
    { browser: 'Firefox', system: 'macOS', isHandheld: false },
  ],
  ['curl/8.14.1', { browser: undefined, system: undefined, isHandheld: false }],
  [null, { browser: undefined, system: undefined, isHandheld: false }],
])('%s', (userAgent, device) => {
  expect(describeDevice(userAgent)).toEqual(device);
});
