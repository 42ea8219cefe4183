/** Parses JSON with numbers as texts, so that all their digits stay. @returns undefined for what is no JSON, or nested by the thousand. */
export function parseExactJson(text: string): unknown {
  try {
    return JSON.parse(text, (_key, parsed, { source }: { source?: string } = {}) =>
      typeof parsed === 'number' ? (source ?? String(parsed)) : parsed,
    );
  } catch {
    return undefined;
  }
}
