import { get } from 'node:http';
import { workerData } from 'node:worker_threads';

const { port, path, token }: { port: number; path: string; token: string } = workerData;

function download(): void {
  const headers = { authorization: `Bearer ${token}`, 'accept-encoding': 'identity' };
  get({ port, path, headers, agent: false }, (answer) => {
    if (answer.statusCode !== 200) throw new Error(`A download was answered with ${answer.statusCode}`);
    answer.resume().on('end', download);
  });
}

download();
