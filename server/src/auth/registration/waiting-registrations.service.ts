import { randomInt } from 'node:crypto';
import { hashSite } from '#server/auth/throttles.service.ts';
import type { Context } from '#server/context.ts';
import { inTransaction } from '#server/db/transaction.ts';
import { hashToken, newId } from '#server/lib/ids.ts';
import { deleteStoredPictures, type Picture, storePicture } from '#server/pictures/pictures.service.ts';
import {
  deleteExcessRegistrations,
  deleteRegistrationsByEmail,
  deleteRegistrationsCreatedBefore,
  findNearestRegistration,
  findRegistration,
  findRegistrationByCode,
  insertRegistration,
  lockRegistrationAddress,
  setRegistrationCode,
  type WaitingLimits,
} from './waiting-registrations.db.ts';

const minute = 60_000;

const waits = { registration: 24 * 60 * minute, code: 10 * minute } as const;

const most: WaitingLimits = { address: 10, addressFromNetwork: 3, network: 50 };

type Origin = { address: string; browserKey: string };

type Person = { name: string; email: string; passwordHash: string };

/**
 * Stores a registration, in a transaction that holds the address (`lockRegistrations`), in place of the browser's earlier one and the
 * oldest of too many.
 *
 * @param mayWait false stores nothing, after the same work.
 * @returns the id, stored or not.
 */
export async function storeRegistration(
  context: Context,
  person: Person,
  picture: Picture | undefined,
  origin: Origin,
  mayWait: boolean,
): Promise<string> {
  const at = context.clock.now();
  const id = newId(at);
  const from = placeOf(origin);
  const excess = await deleteExcessRegistrations(context.db, { ...person, ...from }, most, oldest(context));
  const dp = picture ? await storePicture(context, picture) : null;
  await insertRegistration(context.db, { ...person, ...from, id, dp, at }, mayWait);
  await deleteStoredPictures(context, dp && !mayWait ? [...excess, dp] : excess);
  return id;
}

/**
 * Finds the registration of an address that waits: the browser's own, else the newest from its network, else the newest; undefined
 * when none waits. `code` is not the code, but changes with each new one.
 */
export async function findWaitingRegistration(context: Context, email: string, origin: Origin) {
  const row = await findNearestRegistration(
    context.db,
    email.toLowerCase(),
    placeOf(origin),
    oldest(context),
  );
  return (
    row && {
      id: row.id,
      passwordHash: row.password_hash,
      isOwn: row.is_own,
      code: row.code_hash?.toString('base64url') ?? '',
    }
  );
}

/** Finds a registration that still waits; undefined once it has expired, was confirmed or dropped. */
export function findWaitingRegistrationById(context: Context, id: string) {
  return findRegistration(context.db, id, oldest(context));
}

/**
 * Issues a code for a waiting registration.
 *
 * @returns six digits that work once and replace earlier ones; undefined when it no longer waits.
 */
export function issueRegistrationCode(
  context: Context,
  id: string,
  email: string,
): Promise<string | undefined> {
  return inTransaction(context, async (inside) => {
    await lockRegistrationAddress(inside.db, email);
    if (!(await findWaitingRegistrationById(inside, id))) return undefined;
    const expiresAt = new Date(context.clock.now().getTime() + waits.code);
    for (;;) {
      const code = String(randomInt(1_000_000)).padStart(6, '0');
      if (await setRegistrationCode(inside.db, id, { email, codeHash: hashCode(email, code), expiresAt }))
        return code;
    }
  });
}

/**
 * Finds the waiting registration of an address that a code confirms, without ending it; undefined for a wrong or expired code.
 *
 * @param id only this registration, if given.
 */
export function findProvenRegistration(
  context: Context,
  email: string,
  code: string,
  id: string | undefined,
) {
  const proof = { email, codeHash: hashCode(email, code), id };
  return findRegistrationByCode(context.db, proof, context.clock.now(), oldest(context));
}

/** Deletes all waiting registrations of an address, with their pictures but for that of `provenId`, which its account has now. */
export async function dropRegistrations(context: Context, email: string, provenId?: string): Promise<void> {
  const dropped = await deleteRegistrationsByEmail(context.db, email);
  await deleteStoredPictures(
    context,
    dropped.map(({ id, dp }) => (id === provenId ? null : dp)),
  );
}

/** Deletes up to 100 expired registrations with their pictures. @returns whether there may be more. */
export function deleteExpiredRegistrations(context: Context): Promise<boolean> {
  const atOnce = 100;
  return inTransaction(context, async (inside) => {
    const { count, pictures } = await deleteRegistrationsCreatedBefore(inside.db, oldest(context), atOnce);
    await deleteStoredPictures(inside, pictures);
    return count === atOnce;
  });
}

/** Locks the registrations of an email address until the transaction ends. */
export function lockRegistrations(context: Context, email: string): Promise<void> {
  return lockRegistrationAddress(context.db, email);
}

function oldest({ clock }: Context): Date {
  return new Date(clock.now().getTime() - waits.registration);
}

function placeOf({ address, browserKey }: Origin) {
  return { keyHash: hashToken(browserKey), network: hashSite(address) };
}

// Salted: six digits alone would hash alike for two addresses.
function hashCode(email: string, code: string): Buffer {
  return hashToken(`${email}:${code}`);
}
