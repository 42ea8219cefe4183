/** Says what opens a calendar, a menu or a list of options. */
export const openers =
  'button[aria-label="Open calendar"]:enabled, button[aria-haspopup=menu]:enabled, input[aria-haspopup=listbox]:enabled';
/** Says what they open. */
export const popUps = '[data-pop-up], [role=menu], [role=listbox]';
