import { promisify } from 'node:util';
import { brotliCompress, constants } from 'node:zlib';

/** Bytes of a new client's first round trip; compressing less saves no time. Source: RFC 6928. */
const firstFlight = 14_600;

const brotliQuality = 1;

/** The options by which replies are compressed; what fits into one flight of packets is not. */
export const compressOptions = {
  threshold: firstFlight,
  encodings: ['br' as const, 'gzip' as const],
  brotliOptions: { params: { [constants.BROTLI_PARAM_QUALITY]: brotliQuality } },
  globalDecompression: false,
};

const compress = promisify(brotliCompress);

/** Compresses a reply by Brotli. */
export function compressReply(reply: Buffer): Promise<Buffer> {
  const params = {
    ...compressOptions.brotliOptions.params,
    [constants.BROTLI_PARAM_SIZE_HINT]: reply.length,
  };
  return compress(reply, { params });
}

/**
 * Tells whether a reply is large enough to be compressed by Brotli, and the client takes that.
 *
 * @param accepted the header `accept-encoding`; one that weighs encodings is left to the server's general compression.
 */
export function isWorthBrotli(reply: Buffer, accepted: string | string[] | undefined): boolean {
  const offered = `${accepted ?? ''}`.split(/, */);
  return reply.length >= firstFlight && offered.includes('br');
}
