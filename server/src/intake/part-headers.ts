/** Finds the boundary that a multipart content type names; undefined without one. */
export function findBoundary(type: string): string | undefined {
  const [, quoted, plain] = /;\s*boundary\s*=\s*(?:"([^"]+)"|([^\s;"]+))/i.exec(type) ?? [];
  return (quoted ?? plain)?.trimEnd();
}

/**
 * Returns the value of the first header of a name in unfolded lines; '' without one.
 *
 * @param name put into a regular expression as it is.
 */
export function readHeader(head: string, name: string): string {
  return new RegExp(`^${name}[ \\t]*:(.*)$`, 'im').exec(head)?.[1]?.trim() ?? '';
}

/** Joins header lines that go on in the next line. */
export function unfoldHeaders(lines: string): string {
  return lines.replace(/\r?\n[ \t]+/g, ' ');
}
