import { expect, test } from 'vitest';
import { matching } from './choice.tsx';

const oil = { value: '1', label: 'Engine Oil Change' };
const wash = { value: '2', label: 'Oil-free Wash' };
const tyres = { value: '3', label: 'টায়ার বদল' };

test('text typed while the choices load finds one by its beginning, else by any part (F22)', () => {
  const groups = [oil, { group: 'Others', items: [wash, tyres] }];
  expect(matching(groups, 'oil')).toBe(wash);
  expect(matching(groups, ' change ')).toBe(oil);
  expect(matching(groups, 'টায়')).toBe(tyres);
  expect(matching(groups, 'brakes')).toBeUndefined();
});
