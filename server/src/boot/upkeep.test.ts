import { expect, test } from 'vitest';
import type { Context } from '#server/context.ts';
import { runChores } from './upkeep.ts';

const context = {} as Context;

test('neither a failing nor a long chore holds up the others, and the failure names its chore (F52)', async () => {
  const done: string[] = [];
  async function breaksDown(): Promise<boolean> {
    done.push('breaksDown');
    throw Object.assign(new Error('No'), { code: '23514' });
  }
  async function takesThree(): Promise<boolean> {
    done.push('takesThree');
    return done.filter((name) => name === 'takesThree').length < 3;
  }
  async function isQuick(): Promise<boolean> {
    done.push('isQuick');
    return false;
  }
  const doing = runChores([breaksDown, takesThree, isQuick], context, new AbortController().signal);
  await expect(doing).rejects.toMatchObject({ code: 'breaksDown: 23514' });
  expect(done).toEqual(['breaksDown', 'takesThree', 'isQuick', 'takesThree', 'takesThree']);
});

test('a process that stops begins no further chore', async () => {
  const stopping = new AbortController();
  let begun = 0;
  const chore = async () => {
    begun++;
    stopping.abort();
    return true;
  };
  await runChores([chore, chore], context, stopping.signal);
  expect(begun).toBe(1);
});
