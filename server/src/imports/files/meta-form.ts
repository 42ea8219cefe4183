import { normaliseFieldName } from '#contract/intake/field-names.ts';
import { metaFormId } from '#contract/intake/meta.ts';
import { maxMetaForms } from '#contract/intake/meta-forms.ts';

const ownColumns = new Set([
  ...['id', 'createdtime', 'adid', 'adname', 'adsetid', 'adsetname', 'campaignid', 'campaignname', 'formid'],
  ...['formname', 'isorganic', 'platform', 'leadstatus', 'inboxurl', 'retaileritemid', 'partnername'],
  ...['customdisclaimerresponses', 'homelisting'],
]);

const marks = ['adid', 'formid', 'createdtime'];

/** Tells whether headers are those of leads downloaded from a form of Meta: they are in English whatever the form's language. */
export function isMetaForm(headers: readonly string[]): boolean {
  const forms = headers.map(normaliseFieldName);
  return marks.every((mark) => forms.includes(mark));
}

/**
 * Finds the columns of the questions of a form of Meta, and that with the name of its campaign, which is none of the dealer's; -1
 * without one.
 */
export function findMetaAnswers(headers: readonly string[]): { questions: number[]; campaign: number } {
  const forms = headers.map(normaliseFieldName);
  const questions = forms.flatMap((form, column) => (form === '' || ownColumns.has(form) ? [] : [column]));
  return { questions, campaign: forms.indexOf('campaignname') };
}

/**
 * Makes a collector of the ids of the forms of which a file of Meta holds leads.
 *
 * @returns `add`, which takes the cells of each row, and the `ids` so far.
 */
export function openFormIds(headers: readonly string[]) {
  const column = isMetaForm(headers) ? headers.map(normaliseFieldName).indexOf('formid') : -1;
  const ids = new Set<string>();
  return {
    ids,
    hasColumn: column >= 0,
    add: (cells: readonly string[]): void => {
      const { data: id } = metaFormId.safeParse(cells[column]?.trim().replace(/^f:/, ''));
      if (id && ids.size < maxMetaForms) ids.add(id);
    },
  };
}
