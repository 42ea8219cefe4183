import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { readText, root } from './tree.ts';

const script = join(root, 'scripts/install-service.mjs');

function install(...options: string[]) {
  const user = process.getuid?.() === 0 ? { uid: 65_534, gid: 65_534 } : {};
  const { status, stdout, stderr } = spawnSync(process.execPath, [script, ...options], {
    ...user,
    encoding: 'utf8',
  });
  return { status, stdout, stderr };
}

test('the unit names this folder, its Node and the user that is wanted', () => {
  const { status, stdout } = install('--print', '--user', 'dealer');
  expect(status).toBe(0);
  expect(stdout).toContain(`\nWorkingDirectory=${root.replace(/\/$/, '')}\n`);
  expect(stdout).toMatch(
    /^ExecStart=\S*\/node --disable-warning=ExperimentalWarning server\/src\/main\.ts$/m,
  );
  expect(stdout).toMatch(/^User=dealer\nGroup=dealer$/m);
  expect(stdout).not.toContain('/opt/pitlane');
});

test('a service is refused plainly by who cannot install one, or for a name that is none', () => {
  expect(install()).toEqual({
    status: 1,
    stdout: '',
    stderr: expect.stringMatching(/^(systemd does not run|Only root can)[^\n]+ only prints the unit\.\n$/),
  });
  expect(install('--user', 'a b')).toMatchObject({ status: 1, stderr: "'a b' is no name of a user.\n" });
});

test("each address of the cluster's databases is a port of HAProxy that leads to those that are meant", () => {
  const settings = readText('deploy/cluster/pitlane.env');
  const haproxy = readText('deploy/cluster/haproxy.cfg');
  for (const [name, role] of [
    ['DATABASE_URL', '/primary'],
    ['DATABASE_REPLICA_URL', '/replica?lag='],
  ]) {
    const [, address = ''] = new RegExp(`^${name}=.*@(127\\.0\\.0\\.1:\\d+)/`, 'm').exec(settings) ?? [];
    const [, section = ''] = haproxy.split(`bind ${address}\n`);
    expect(section.split('\nlisten ')[0]).toContain(`option httpchk OPTIONS ${role}`);
  }
});

test.each(['deploy/docker/compose.yaml', 'deploy/docker/compose.postgres.yaml'])(
  '%s builds the image and takes every right away',
  (file) => {
    const text = readText(file);
    for (const line of [
      'build: ../..',
      'read_only: true',
      'tmpfs: [/tmp]',
      'cap_drop: [ALL]',
      'security_opt: ["no-new-privileges:true"]',
      'volumes: [data:/var/lib/pitlane]',
    ])
      expect(text).toContain(`\n    ${line}\n`);
    expect(text).toMatch(/ports: \["127\.0\.0\.1:/);
  },
);
