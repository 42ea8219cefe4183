import { normaliseFieldName } from '#contract/intake/field-names.ts';
import { type FieldOf, findLabelledLines } from './labelled-lines.ts';

type Block = { from: number; labels: Map<string, string>; fields: Set<string> };

const maxBlocks = 200;

/**
 * Divides labelled lines into blocks of one person each: a label that comes again begins another.
 *
 * @returns one block for those of one person; `isMixed`: several people, and nothing tells whose is what; `isCut`: there are more
 *   lines than are read.
 */
export function splitBlocks(
  text: string,
  fieldOf: FieldOf,
): { blocks: string[]; isMixed: boolean; isCut: boolean } {
  const { lines, labelled, isCut } = findLabelledLines(text, fieldOf);
  const all: Block[] = [];
  let block: Block | undefined;
  let isMixed = false;
  for (const { label, at, value } of labelled) {
    const form = normaliseFieldName(label);
    const field = fieldOf(label);
    const isPersons = field === 'name' || field === 'phone' || field === 'email';
    const [first] = block?.labels.keys() ?? [];
    if (!block || (block.labels.has(form) && (isPersons || form === first))) {
      block = { from: at, labels: new Map(), fields: new Set() };
      all.push(block);
    }
    block.labels.set(form, value);
    if (field && value) block.fields.add(field);
  }
  const isWhole = ({ fields }: Block) => fields.has('name') && fields.has('phone');
  const people = all.filter(isWhole);
  if (people.length < 2) {
    // Two people with one number.
    const names = all.flatMap(({ labels }) => labels.get('name') ?? []);
    isMixed = people.length === 1 && new Set(names.filter(Boolean)).size > 1;
    return { blocks: [text], isMixed, isCut };
  }
  if (all.length > maxBlocks) return { blocks: [text], isMixed: true, isCut };
  const starts = all
    .filter(({ fields }) => fields.has('name') || fields.has('phone'))
    .map(({ from }) => from);
  const blocks = starts.map((from, place) =>
    lines.slice(place === 0 ? 0 : from, starts[place + 1] ?? lines.length).join('\n'),
  );
  return { blocks, isMixed, isCut };
}
