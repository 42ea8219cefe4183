import { readFile } from 'node:fs/promises';

export async function readMemoryMb(pid: number): Promise<{ now: number; most: number }> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8');
  const megabytes = (name: string) => Number(new RegExp(`${name}:\\s+(\\d+)`).exec(status)?.[1]) / 1_024;
  return { now: megabytes('VmRSS'), most: megabytes('VmHWM') };
}
