import { expect, test } from 'vitest';
import { findMatchingOption } from './choice.tsx';

const oil = { value: '1', label: 'Engine Oil Change' };
const wash = { value: '2', label: 'Oil-free Wash' };
const tyres = { value: '3', label: 'টায়ার বদল' };

test('text typed while the choices load finds one by its beginning, else by any part (F22)', () => {
  const groups = [oil, { group: 'Others', items: [wash, tyres] }];
  expect(findMatchingOption(groups, 'oil')).toBe(wash);
  expect(findMatchingOption(groups, ' change ')).toBe(oil);
  expect(findMatchingOption(groups, 'টায়')).toBe(tyres);
  expect(findMatchingOption(groups, 'brakes')).toBeUndefined();
});
