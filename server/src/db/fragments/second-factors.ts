import { sql } from 'kysely';

/** Whether more than the password is asked for, of an `employees` row called `e`. */
export const hasSecondFactor = sql<boolean>`exists (select from authenticator_apps a where a.employee_id = e.id)`;
