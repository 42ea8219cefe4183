import type { Connection } from '#contract/intake/connections.ts';

/** A connection with its secret, right after that was made. */
export type ConnectionSecret = { connection: Connection; secret: string };

let secret: ConnectionSecret | undefined;

/** Hands a secret that the server tells only once to the dialog that shows it; an address may not hold it. */
export const shownSecret = {
  keep(told: ConnectionSecret) {
    secret = told;
  },
  of: (connection: string): ConnectionSecret | undefined =>
    secret?.connection._id === connection ? secret : undefined,
  forget() {
    secret = undefined;
  },
};
