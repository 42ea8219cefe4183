import { STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import { v4 } from 'uuid';
import type { ErrorBody } from '#contract/call/errors.ts';
import { getErrorCode } from '#server/lib/errors.ts';

/** Answers requests that Node's parser refused or gave up on. It logs nothing, since they may hold anything. */
export function answerBrokenRequest(error: Error, socket: Socket): void {
  const code = getErrorCode(error);
  if (code === 'ERR_HTTP_REQUEST_TIMEOUT')
    endSocketWithError(socket, 408, 'The request took too long to arrive');
  else if (code === 'HPE_HEADER_OVERFLOW') endSocketWithError(socket, 431, 'The headers are too large');
  else endSocketWithError(socket, 400, 'The request is not valid HTTP');
}

/** Answers with the contract's error body on a bare socket, and closes it. */
export function endSocketWithError(socket: Socket, status: 400 | 408 | 431, message: string): void {
  if (socket.writable) {
    const body: ErrorBody = { error: { code: 'bad_request', message, requestId: v4() } };
    const text = JSON.stringify(body);
    socket.write(
      [
        `HTTP/1.1 ${status} ${STATUS_CODES[status]}`,
        'Content-Type: application/json; charset=utf-8',
        `Content-Length: ${Buffer.byteLength(text)}`,
        'Connection: close',
        'Cache-Control: no-store',
        'X-Content-Type-Options: nosniff',
        "Content-Security-Policy: default-src 'none'; frame-ancestors 'none'",
        `X-Request-Id: ${body.error.requestId}`,
        '',
        text,
      ].join('\r\n'),
    );
  }
  socket.destroy();
}
