// Reads as much of a Dockerfile and .dockerignore as Pitlane's need.

/** @typedef {{ name: string, base: string, steps: { word: string, rest: string }[] }} Stage */

/** Reads the stages of a Dockerfile. @param {string} text @returns {Stage[]} @throws for a line that it does not understand. */
export function readDockerfile(text) {
  const lines = text
    .replace(/^#.*\n/gm, '')
    .replace(/\\\n\s*/g, ' ')
    .split('\n')
    .filter((line) => line.trim() !== '');
  /** @type {Stage[]} */
  const stages = [];
  for (const line of lines) {
    const [, word = '', rest = ''] = /^\s*([A-Z]+)\s+(.*)$/.exec(line) ?? [];
    if (word === 'FROM') {
      const [base = '', , name = 'last'] = rest.split(/\s+/);
      stages.push({ name, base, steps: [] });
    } else if (word && stages.length > 0) stages.at(-1)?.steps.push({ word, rest });
    else throw new Error(`The Dockerfile has a line that is not understood: ${line}`);
  }
  return stages;
}

/** @returns {(path: string) => boolean} whether Docker sees a path of the context. */
export function readDockerignore(text) {
  const rules = text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line && !line.startsWith('#'))
    .map((line) => ({ isWanted: line.startsWith('!'), pattern: toPattern(line.replace(/^!/, '')) }));
  return (path) => rules.findLast(({ pattern }) => pattern.test(path))?.isWanted ?? true;
}

function toPattern(glob) {
  const source = glob
    .replace(/[.+^${}()|[\]\\]/g, '\\$&')
    .replace(/\*\*\//g, '\0')
    .replace(/\*/g, '[^/]*')
    .replaceAll('\0', '(?:.*/)?');
  return new RegExp(`^${source}(/|$)`);
}

/** Reads the variables that a line sets. @param {string} rest of ENV. @returns {Record<string, string>} */
export function readEnvLine(rest) {
  return Object.fromEntries(rest.split(/\s+/).map((pair) => pair.split(/=(.*)/s).slice(0, 2)));
}
