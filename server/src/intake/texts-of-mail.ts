import { toSearchForm } from '#contract/text/search-form.ts';
import { addText, type DeliveryText } from './delivery-text.ts';
import { type FieldOf, readLines } from './labelled-lines.ts';
import type { CustomerMail } from './mail-sender.ts';

const maxTexts = 500;

/**
 * Reads the texts of a mail. One that a site has put together is read by its labelled lines, all else in it being answers too; what a
 * person wrote is the message, whole, since they may sign with a labelled number. Whom an answer reaches is the customer; a sender
 * unless a site names another person.
 *
 * @param isAside of a label that says where an enquiry came from, which is no answer.
 * @returns `fields`: those that its lines have labels of.
 */
export function readMailTexts(
  { lines, subject, from, replyTo, sentBy, isFromTeam, document }: CustomerMail,
  fieldOf: FieldOf,
  isAside: (label: string) => boolean,
): { texts: DeliveryText[]; fields: ReadonlySet<string> } {
  const { labelled, rest } = readLines(lines, fieldOf);
  const fields = new Set(labelled.flatMap(({ label }) => fieldOf(label) ?? []));
  const isForm =
    document !== null ||
    (sentBy === 'mailbox' ? fields.size > 0 : sentBy === 'person' ? fields.size > 1 : isFilledForm(fields));
  const named = labelled.find(({ label }) => fieldOf(label) === 'name')?.lines.join(' ');
  const isTheirs = !isForm || (document === null && (named === undefined || isSameName(from?.name, named)));
  const found: DeliveryText[] = [];
  if (isForm) addText(found, 'subject', '', subject, !replyTo && isTheirs && !isFromTeam);
  if (document) for (const each of document.slice(0, maxTexts)) found.push(each);
  for (const { label, lines } of labelled) {
    const isNamed = isForm || !fieldOf(label);
    addText(found, label, isNamed ? label : '', lines.join('\n'), isForm && !isAside(label));
  }
  const customer = replyTo ?? (isTheirs ? from : undefined);
  if (customer) {
    addText(found, 'from.name', 'name', customer.name);
    addText(found, 'from.address', 'email', customer.address);
  }
  if (isForm) addText(found, 'text', '', rest, true);
  else {
    addText(found, 'subject', 'message', subject);
    addText(found, 'text', 'message', lines);
  }
  return { texts: found, fields };
}

/** Tells whether labelled lines are those of a form: a phone number and something else of an enquiry. */
export function isFilledForm(fields: ReadonlySet<string>): boolean {
  const others = ['name', 'notes', 'vehicleNumber', 'serviceOrCampaign', 'appointmentDate'];
  return fields.has('phone') && others.some((field) => fields.has(field));
}

function isSameName(one = '', other = ''): boolean {
  const [a, b] = [toSearchForm(one), toSearchForm(other)];
  return a !== '' && b !== '' && (a.includes(b) || b.includes(a));
}
