import { messages } from '#contract/messages.ts';
import type { SignedInAccount } from '#contract/people.ts';
import type { SetUpBody } from '#contract/setup.ts';
import { startSession } from '#server/auth/auth.service.ts';
import { hashPassword, isCommonPassword } from '#server/auth/passwords.service.ts';
import type { Context } from '#server/context.ts';
import { loadSampleDealer } from '#server/db/sample/sample-dealer.ts';
import { inTransaction } from '#server/db/transaction.ts';
import { makeDealer, readDealer } from '#server/dealer/dealer.service.ts';
import { addEmployee } from '#server/employees/employees.service.ts';
import type { Client } from '#server/http/client.ts';
import type { UploadedFile } from '#server/http/multipart.ts';
import { invalid, notFound } from '#server/http/refusal.ts';
import { hashToken, newToken } from '#server/lib/ids.ts';
import { storePicture } from '#server/pictures/pictures.service.ts';
import { addServiceCenter } from '#server/service-centers/service-centers.service.ts';
import { insertSetUpToken, isSetUpToken, spendSetUpTokens } from '#server/setup/setup.db.ts';

const linkLifetime = 7 * 24 * 3_600_000;

/** @returns a link to the set-up page that works once, or undefined when the dealer is set up. */
export async function createSetUpLink(context: Context, publicUrl: string): Promise<string | undefined> {
  if ((await readDealer(context)).isSetUp) return undefined;
  const token = newToken();
  const at = context.clock.now();
  await insertSetUpToken(context.db, hashToken(token), at, new Date(at.getTime() + linkLifetime));
  return `${publicUrl}/setup/${token}`;
}

/** @throws Refusal 404 when the link is unknown, used or expired. */
export async function checkSetUpLink(context: Context, token: string): Promise<{ ok: true }> {
  if (!(await isSetUpToken(context.db, hashToken(token), context.clock.now()))) throw notFound();
  return { ok: true };
}

/**
 * Makes the dealer, its first service center and its first superAdmin, and signs him in; all or nothing.
 *
 * @throws Refusal 404 when the link is unknown, used or expired, 400 per field.
 */
export async function setUp(
  context: Context,
  token: string,
  body: SetUpBody,
  logo: UploadedFile | undefined,
  client: Client,
): Promise<SignedInAccount> {
  await checkSetUpLink(context, token);
  if (isCommonPassword(body.password)) throw invalid({ password: messages.passwordCommon });
  const passwordHash = await hashPassword(body.password);
  return inTransaction(context.db, async (db) => {
    const inside = { ...context, db };
    if (!(await spendSetUpTokens(db, hashToken(token), context.clock.now()))) throw notFound();
    const dealer = {
      name: body.dealerName,
      logo: logo ? await storePicture(inside, logo, 'whole', 'logo') : null,
      timeZone: body.timeZone,
      phoneCountry: body.phoneCountry,
    };
    if (!(await makeDealer(inside, dealer))) throw notFound();
    const centerId = await addServiceCenter(inside, {
      name: body.serviceCenterName,
      address: body.serviceCenterAddress || null,
      contactNo: body.serviceCenterContactNo || null,
    });
    const employeeId = await addEmployee(inside, {
      name: body.name,
      email: body.email,
      passwordHash,
      level: 'superAdmin',
      isVerified: true,
      serviceCenterIds: [],
    });
    if (body.sampleDealer === 'true') await loadSampleDealer(inside, dealer, { firstCenterId: centerId });
    return startSession(inside, employeeId, client);
  });
}
