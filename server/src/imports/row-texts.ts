import type { ImportField } from '#contract/import-fields.ts';
import { createLeadBody } from '#contract/leads/leads.ts';
import { readPhones } from '#contract/text/phone.ts';
import { isWhatsAppId } from '#contract/text/whatsapp-id.ts';
import {
  type FieldText,
  type FileColumns,
  formatLabelledText,
  listFieldTexts,
  normaliseRecordName,
  readFieldText,
} from './cells.ts';

const joined: readonly ImportField[] = ['name', 'notes', 'followUpDates'];

/**
 * Makes a reader of what a row says, field by field: of several columns the first whose text fits counts, and others that say
 * something else are lines for the notes, each with its header.
 */
export function openRowTexts(file: FileColumns, cells: readonly string[]) {
  const asides: string[] = [];
  const read = new Map<ImportField, FieldText>();
  const putAside = (said: FieldText) => {
    asides.push(formatLabelledText(file, said));
  };

  function said(field: ImportField, fits: (text: string) => boolean = () => true): FieldText {
    const known = read.get(field);
    if (known) return known;
    const all = joined.includes(field) ? [] : listFieldTexts(cells, file, field);
    const found = all.find(({ text }) => fits(text)) ?? readFieldText(cells, file, field);
    for (const each of all) {
      if (each.column !== found.column && normaliseRecordName(each.text) !== normaliseRecordName(found.text))
        putAside(each);
    }
    read.set(field, found);
    return found;
  }

  // The first number that is one, in stored form; `further`: the other ones. A text without a number is put aside where another has
  // one.
  function phone(country: string): { said: FieldText; phone: string | undefined; further: string[] } {
    const all = listFieldTexts(cells, file, 'phone').map((each) => ({
      ...each,
      numbers: isWhatsAppId(each.text) ? [each.text] : readPhones(each.text, country),
    }));
    const first = all.find(({ numbers }) => numbers.length > 0);
    const [number] = first?.numbers ?? [];
    if (!first || number === undefined)
      return { said: readFieldText(cells, file, 'phone'), phone: undefined, further: [] };
    const further = new Set<string>();
    for (const { text, column, numbers } of all) {
      const others = numbers.filter((each) => each !== number && !further.has(each));
      for (const other of others) {
        further.add(other);
        putAside({ text: numbers.length > 1 ? other : text, column });
      }
      if (numbers.length === 0) putAside({ text, column });
    }
    return { said: first, phone: number, further: [...further] };
  }

  function email(): FieldText {
    const all = listFieldTexts(cells, file, 'email').map((each) => ({ ...each, found: emailsIn(each.text) }));
    const first = all.find(({ found }) => found.length > 0);
    const [address] = first?.found ?? [];
    if (!first || address === undefined) return said('email');
    for (const { text, column, found } of all) {
      const isSame = found.length === 1 && found[0]?.toLowerCase() === address.toLowerCase();
      if (!isSame) putAside({ text, column });
    }
    return { text: address, column: first.column };
  }

  /** Keeps for the notes what a column says that is not what its field can be. */
  function setAside(field: ImportField): void {
    const found = said(field);
    if (found.text !== '') putAside(found);
  }

  return { said, phone, email, asides, setAside };
}

const { email } = createLeadBody.shape;

// The address that a text is, else those of several that it lists.
function emailsIn(text: string): string[] {
  const parts = [text, ...text.slice(0, maxAddresses).split(/[\s,;/|]+/)];
  const valid = parts.filter((part) => part !== '' && email.safeParse(part).success);
  return valid[0] === text ? [text] : valid;
}

// Characters of a cell in which addresses are looked for.
const maxAddresses = 1_000;
