import { type ImportCheck, importLimits } from '#contract/import-settings.ts';
import { normaliseRecordName } from './cells.ts';
import type { CustomerOfRow } from './read-customer.ts';
import type { LeadOfRow } from './read-lead.service.ts';

type Said = Pick<LeadOfRow, 'phone' | 'body'> | Pick<CustomerOfRow, 'phone' | 'name'>;

/**
 * Makes a finder of the numbers to which rows give several names: a family's, or those of a column that is no phone's.
 *
 * @returns `add`, which takes each row, and `result` after the last.
 */
export function openSharedPhones() {
  const rowsOf = new Map<string, { names: Map<string, string>; rows: number }>();
  return {
    add: (said: Said): void => {
      const name = 'body' in said ? said.body.name : said.name;
      const known = rowsOf.get(said.phone) ?? { names: new Map(), rows: 0 };
      known.rows++;
      const key = normaliseRecordName(name);
      if (!known.names.has(key) && known.names.size < importLimits.namesOfPhone) known.names.set(key, name);
      rowsOf.set(said.phone, known);
    },
    result: (): Pick<ImportCheck, 'sharedPhones' | 'sharedPhoneCount'> => {
      const shared = [...rowsOf].filter(([, { names }]) => names.size > 1);
      return {
        sharedPhones: shared
          .sort(([, one], [, other]) => other.rows - one.rows)
          .slice(0, importLimits.listedSharedPhones)
          .map(([phone, { names, rows }]) => ({ phone, names: [...names.values()], rows })),
        sharedPhoneCount: shared.length,
      };
    },
  };
}
