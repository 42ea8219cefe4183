import { expect, test } from 'vitest';
import { mergeRows } from './stable-rows.ts';

type Row = { key: string; name: string };
const row = (key: string, name = key): Row => ({ key, name });
const rowsOf = (keys: string) => [...keys].map((key) => row(key));
const settle = (shown: Row[], fresh: Row[], anchor: number, pageSize = 5) => {
  const {
    rows,
    removedIds: gone,
    pendingCount: waiting,
  } = mergeRows({ shown, fresh, rowKey: ({ key }) => key, anchor, pageSize });
  return { rows: rows.map(({ name }) => name).join(''), gone: [...gone].join(''), waiting };
};

test('new rows wait, and nothing moves (F24)', () => {
  expect(settle(rowsOf('abc'), rowsOf('xyabc'), 1)).toEqual({ rows: 'abc', gone: '', waiting: 2 });
});

test('rows that new ones pushed onto the next page stay where they are (F24)', () => {
  expect(settle(rowsOf('abcde'), rowsOf('xyabc'), 0)).toEqual({ rows: 'abcde', gone: '', waiting: 2 });
});

test('a changed row changes in place (F24)', () => {
  expect(settle(rowsOf('abc'), [row('a'), row('b', 'B'), row('c')], 1)).toEqual({
    rows: 'aBc',
    gone: '',
    waiting: 0,
  });
});

test('a row that left above the pointer or under it keeps its place as gone (F24)', () => {
  expect(settle(rowsOf('abcd'), rowsOf('bcd'), 2)).toEqual({ rows: 'abcd', gone: 'a', waiting: 0 });
  expect(settle(rowsOf('abcd'), rowsOf('abd'), 2)).toEqual({ rows: 'abcd', gone: 'c', waiting: 0 });
});

test('a row that left below the pointer goes, and the next one comes in last (F24)', () => {
  expect(settle(rowsOf('abcde'), rowsOf('abcef'), 1)).toEqual({ rows: 'abcef', gone: '', waiting: 0 });
});

test('a row that left above while others came in above is gone, the one pushed out is not (F24)', () => {
  expect(settle(rowsOf('abcde'), rowsOf('xyacd'), 3)).toEqual({ rows: 'abcde', gone: 'b', waiting: 2 });
});

test('a page full of new rows waits as a whole (F24)', () => {
  expect(settle(rowsOf('abcde'), rowsOf('vwxyz'), 2)).toEqual({ rows: 'abcde', gone: '', waiting: 5 });
});

test('a different list comes in whole if no row of the old one is left below (F24)', () => {
  expect(settle(rowsOf('abc'), rowsOf('xyz'), -1)).toEqual({ rows: 'xyz', gone: '', waiting: 0 });
});

test('where the order matters, a row that belongs elsewhere stays, and new ones wait until the order is shown', () => {
  type Placed = { key: string; group: number };
  const placed = (keys: string): Placed[] => [...keys].map((key) => ({ key, group: 1 }));
  const merge = (shown: string, fresh: Placed[]) => {
    const { rows, pendingCount, isReordered } = mergeRows<Placed>({
      ...{ shown: placed(shown), fresh, rowKey: ({ key }) => key, anchor: 0, pageSize: 5 },
      stayInPlace: (now, { group }) => (now.group === group ? now : { ...now, group }),
    });
    return { rows: rows.map(({ key, group }) => `${key}${group}`).join(' '), pendingCount, isReordered };
  };
  expect(merge('abc', placed('abcd'))).toEqual({ rows: 'a1 b1 c1 d1', pendingCount: 0, isReordered: false });
  expect(merge('abc', placed('acbd'))).toEqual({ rows: 'a1 b1 c1', pendingCount: 1, isReordered: true });
  expect(merge('abc', [...placed('ab'), { key: 'c', group: 2 }])).toEqual({
    ...{ rows: 'a1 b1 c1', pendingCount: 0, isReordered: true },
  });
});
