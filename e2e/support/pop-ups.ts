/** The CSS selector of what opens a calendar, a menu or a list of options. */
export const popUpOpeners =
  'button[aria-label="Open calendar"]:enabled, button[aria-haspopup=menu]:enabled, input[aria-haspopup=listbox]:enabled';
/** The CSS selector of opened calendars, menus and lists of options. */
export const popUps = '[data-pop-up], [role=menu], [role=listbox]';
