export function findBoundary(type: string): string | undefined {
  const [, quoted, plain] = /;\s*boundary\s*=\s*(?:"([^"]+)"|([^\s;"]+))/i.exec(type) ?? [];
  return (quoted ?? plain)?.trimEnd();
}

export function readHeader(head: string, name: string): string {
  return new RegExp(`^${name}[ \\t]*:(.*)$`, 'im').exec(head)?.[1]?.trim() ?? '';
}

export function unfoldHeaders(lines: string): string {
  return lines.replace(/\r?\n[ \t]+/g, ' ');
}
