import type { Person } from '#contract/people.ts';

type Part = { text: string; isMention: boolean; at: number };

/** Splits a comment into its mentions of these people (`@Name`) and the text between them. */
export function splitMentions(text: string, people: readonly Pick<Person, 'name'>[]): Part[] {
  const byLength = people.map(({ name }) => `@${name}`).sort((one, other) => other.length - one.length);
  const parts: Part[] = [];
  let plainFrom = 0;
  for (let at = text.indexOf('@'); at >= 0; ) {
    const isInWord = at > 0 && /\w/.test(text.charAt(at - 1));
    const found = isInWord ? undefined : byLength.find((name) => text.startsWith(name, at));
    if (found) {
      if (at > plainFrom) parts.push({ text: text.slice(plainFrom, at), isMention: false, at: plainFrom });
      parts.push({ text: found, isMention: true, at });
      plainFrom = at + found.length;
    }
    at = text.indexOf('@', found ? plainFrom : at + 1);
  }
  if (plainFrom < text.length) parts.push({ text: text.slice(plainFrom), isMention: false, at: plainFrom });
  return parts;
}

/** @returns whom a text names as `@Name`; of names that begin alike the longer counts. */
export function findMentionedPeople(text: string, people: readonly Person[]): Person[] {
  const named = new Set(
    splitMentions(text, people).flatMap((part) => (part.isMention ? [part.text.slice(1)] : [])),
  );
  return people.filter(({ name }) => named.has(name));
}

/** A mention that is being typed: the index of its `@`, and what follows that. */
export type OpenMention = { at: number; typed: string };

/** Returns the mention that is being typed at the caret; undefined where there is none. */
export function findOpenMention(text: string, caret: number): OpenMention | undefined {
  const found = /(?:^|\s)@([^\n@]{0,40})$/.exec(text.slice(0, caret));
  if (!found) return undefined;
  const [, typed = ''] = found;
  return { at: caret - typed.length - 1, typed };
}

/** Lists the first people whose name, or a part of it, begins with what is typed. */
export function findMentionCandidates(people: readonly Person[], typed: string, most = 6): Person[] {
  const wanted = typed.toLowerCase();
  const fits = (name: string) => {
    const lower = name.toLowerCase();
    return lower.startsWith(wanted) || lower.includes(` ${wanted}`);
  };
  return people.filter(({ name }) => fits(name)).slice(0, most);
}
