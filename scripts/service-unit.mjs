import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './steps.mjs';

/** Returns the text of the systemd unit for this checkout; installs nothing. */
export function createServiceUnit({ user, node }) {
  const folder = root.replace(/\/$/, '');
  return readFileSync(join(root, 'deploy/systemd/pitlane.service'), 'utf8')
    .replace(/^# `npm run install-service`.*\n/, '')
    .replace(/^(ExecStart=)\S+/m, (_, name) => name + quoted(node))
    .replace(/^(WorkingDirectory=).*/m, (_, name) => name + folder.replaceAll('%', '%%'))
    .replace(
      /^(Documentation=file:\/\/)\/opt\/pitlane/m,
      (_, name) => name + encodeURI(folder).replaceAll('%', '%%'),
    )
    .replace(/^(User|Group)=.*/gm, (_, name) => `${name}=${user}`);
}

function quoted(word) {
  return /^[\w/.:+-]+$/.test(word) ? word : `"${word.replace(/["\\]/g, '\\$&').replace(/[%$]/g, '$&$&')}"`;
}
