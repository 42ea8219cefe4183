import { basePath } from '#contract/call/endpoint.ts';
import { type ImportDetail, uploadImport } from '#contract/imports.ts';
import { createConnection } from '#contract/intake/connections.ts';
import { askOrigin } from './kept-writes.ts';

/** A new connection by which enquiries come in. @returns the address to post to, and its secret. */
export async function openConnection(
  origin: string,
  token: string,
  body: object,
): Promise<{ address: string; secret: string }> {
  const { status, reply } = await askOrigin(origin, createConnection, { token, body });
  if (status !== 201) throw new Error(`No connection: ${status} ${JSON.stringify(reply)}`);
  const { connection, secret } = reply as { connection: { path: string }; secret: string };
  return { address: origin + connection.path, secret };
}

/** @returns the import, unless the file is refused. */
export async function uploadLeads(
  origin: string,
  token: string,
  fileName: string,
  file: string | Buffer,
): Promise<{ status: number; made: ImportDetail | undefined }> {
  const body = new FormData();
  body.append('noun', 'leads');
  body.append('fileName', fileName);
  body.append('file', new Blob([typeof file === 'string' ? file : new Uint8Array(file)]), fileName);
  const headers = { authorization: `Bearer ${token}` };
  const answer = await fetch(origin + basePath + uploadImport.path, { method: 'POST', headers, body });
  const reply = (await answer.json()) as ImportDetail;
  return { status: answer.status, made: answer.status === 201 ? reply : undefined };
}
