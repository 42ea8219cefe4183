import { Writable } from 'node:stream';
import { expect, test } from 'vitest';
import { createLog, limitRepeatedLines } from './log.ts';

test('a flood of one kind is a line at once and then one a minute, with how many it stands for (F52)', () => {
  let now = 0;
  const say = limitRepeatedLines(() => now);
  const said: string[] = [];
  const flood = (kind: string, times: number) => {
    for (let time = 0; time < times; time++) say(kind, (count) => said.push(`${kind} ${count}`));
  };
  flood('full disk', 540);
  flood('busy', 1);
  now = 59_999;
  flood('full disk', 10);
  expect(said).toEqual(['full disk 1', 'busy 1']);
  now = 60_000;
  flood('full disk', 2);
  expect(said.slice(2)).toEqual(['full disk 550']);
});

test('a line says which job, after how many attempts, and nothing that it was not made for (F52)', () => {
  const lines: string[] = [];
  const output = new Writable({
    write: (chunk, _encoding, done) => {
      lines.push(String(chunk));
      done();
    },
  });
  createLog('warn', output).error(
    { job: 'id', kind: 'mail', attempts: 7, to: 'a@b.test' },
    'a job was given up',
  );
  expect(JSON.parse(lines.join(''))).toEqual({
    time: expect.any(String),
    level: 50,
    job: 'id',
    kind: 'mail',
    attempts: 7,
    msg: 'a job was given up',
  });
});
