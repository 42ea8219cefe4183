import { mkdir, readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';

/** A scheduled backup; `bytes` is its size. */
export type ScheduledBackup = { file: string; at: Date; bytes: number };

const named = /^pitlane-(\d{4}-\d\d-\d\dT\d\d)-(\d\d)-(\d\d)Z\.backup$/;
const unfinished = /^pitlane-[\dTZ-]+\.backup\.partial$/;

/** @returns the whole backups of a folder, which need not be there, newest first; other files are passed over. */
export async function listBackups(folder: string): Promise<ScheduledBackup[]> {
  const names = (await readdir(folder).catch(() => [])).filter((name) => named.test(name));
  const found = await Promise.all(
    names.map(async (name) => {
      const file = join(folder, name);
      const { size } = await stat(file);
      return { file, at: new Date(name.replace(named, '$1:$2:$3Z')), bytes: size };
    }),
  );
  return found.sort((one, other) => other.at.getTime() - one.at.getTime());
}

/** @returns the path of a backup that is made at that moment. Removes what a killed one left. */
export async function prepareBackup(folder: string, at: Date): Promise<string> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const names = await readdir(folder);
  for (const name of names.filter((each) => unfinished.test(each))) await rm(join(folder, name));
  return join(folder, `pitlane-${at.toISOString().slice(0, 19).replaceAll(':', '-')}Z.backup`);
}

/** Deletes all but the newest `keep`. */
export async function dropOldBackups(folder: string, keep: number): Promise<void> {
  for (const { file } of (await listBackups(folder)).slice(keep)) await rm(file);
}
