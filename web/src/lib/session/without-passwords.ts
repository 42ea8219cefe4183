/** Returns a form's values without its passwords, for a draft. */
export function omitPasswords<Values extends Record<string, unknown>>(values: Values): Partial<Values> {
  return Object.fromEntries(
    Object.entries(values).filter(([field]) => !/password|secret|token/i.test(field)),
  ) as Partial<Values>;
}
