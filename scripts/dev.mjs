// `npm run dev`: restarts the server as its sources change; Vite serves the web app.
import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { ensureDependencies, findNodeBinary } from './bootstrap.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));
const viteUrl = 'http://localhost:5173';

await ensureDependencies();
const env = { PUBLIC_URL: viteUrl, ...process.env };
const children = [
  ['--watch', '--watch-preserve-output', 'server/src/main.ts'],
  ['node_modules/vite/bin/vite.js', '--strictPort', '--clearScreen', 'false'],
].map((args) => spawn(findNodeBinary(), args, { cwd: root, stdio: 'inherit', env }));

function endAll() {
  for (const child of children) child.kill('SIGTERM');
}

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, endAll);
for (const child of children) child.once('exit', endAll);
