import { messages } from '#contract/call/messages.ts';

type ContractKey = keyof typeof messages;

type Pattern = { key: ContractKey; pattern: RegExp; names: string[] };

const patterns: Pattern[] = (Object.keys(messages) as ContractKey[]).map((key) => {
  const names: string[] = [];
  const source = messages[key]
    .replace(/[.*+?^$()|[\]\\]/g, '\\$&')
    .replace(/\{(\w+)\}/g, (_place, name: string) => {
      names.push(name);
      return '(.+)';
    });
  return { key, pattern: new RegExp(`^${source}$`), names };
});

/** Finds the key and values of a message of the contract by its English text; undefined for any other text. */
export function findContractMessage(
  text: string,
): { key: ContractKey; values: Record<string, string> } | undefined {
  for (const { key, pattern, names } of patterns) {
    const match = pattern.exec(text);
    if (match)
      return { key, values: Object.fromEntries(names.map((name, at) => [name, match[at + 1] ?? ''])) };
  }
  return undefined;
}
