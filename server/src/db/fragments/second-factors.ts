import { sql } from 'kysely';
import { management } from '#contract/levels.ts';

/** Whether more than the password is asked for, of an `employees` row called `e`. */
export const hasSecondFactor = sql<boolean>`(exists (select from authenticator_apps a where a.employee_id = e.id)
  or exists (select from passkeys p where p.employee_id = e.id))`;

/** Whether the dealer requires a second factor of an `employees` row called `e`. */
export const mustHaveSecondFactor = sql<boolean>`(e.level in (${sql.join(management.map((level) => sql.lit(level)))})
  and exists (select from dealer where requires_second_factor))`;

/** Whether an `employees` row called `e` has to set up a second factor before anything else. */
export const needsSecondFactor = sql<boolean>`(${mustHaveSecondFactor} and not ${hasSecondFactor})`;
