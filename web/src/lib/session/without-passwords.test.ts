import { expect, test } from 'vitest';
import { omitPasswords } from './without-passwords.ts';

test('passwords and keys are not kept with the rest of a form (F26)', () => {
  const typed = {
    name: 'Nadia',
    password: 'a',
    confirmPassword: 'b',
    currentPassword: 'c',
    newPassword: 'd',
    ...{ appSecret: 'e', pageToken: 'f' },
  };
  expect(omitPasswords(typed)).toEqual({ name: 'Nadia' });
});
