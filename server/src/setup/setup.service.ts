import { messages } from '#contract/call/messages.ts';
import type { SignedInAccount } from '#contract/people.ts';
import type { SetUpDealerBody } from '#contract/setup.ts';
import { startSession } from '#server/auth/auth.service.ts';
import { isSetUpToken, issueToken, redeemSetUpToken } from '#server/auth/one-time-tokens.service.ts';
import { hashPassword, isGuessable } from '#server/auth/passwords.service.ts';
import type { Context } from '#server/context.ts';
import { inTransaction } from '#server/db/transaction.ts';
import { createDealer, readDealer } from '#server/dealer/dealer.service.ts';
import { addEmployee } from '#server/employees/employees.service.ts';
import type { UploadedFile } from '#server/http/multipart.ts';
import type { Client } from '#server/http/session.ts';
import { invalidFields, notFound } from '#server/lib/refusal.ts';
import { readUpload, storePicture } from '#server/pictures/pictures.service.ts';
import { loadSampleDealer } from '#server/sample/sample-dealer.service.ts';
import { addServiceCenter } from '#server/service-centers/service-centers.service.ts';

/** Issues a link to set up the dealer; earlier ones keep working. @returns undefined once it is set up. */
export async function createSetUpLink(context: Context, publicUrl: string): Promise<string | undefined> {
  if ((await readDealer(context)).isSetUp) return undefined;
  return `${publicUrl}/setup/${await issueToken(context, { purpose: 'setup' })}`;
}

/** Checks that a link sets up the dealer now, without spending it. @throws Refusal 404 for a dead link. */
export async function checkDealerSetUpLink(context: Context, token: string): Promise<{ ok: true }> {
  if (!(await isSetUpToken(context, token))) throw notFound();
  return { ok: true };
}

/**
 * Sets up the dealer with its first service center and superAdmin, whom it signs in; all or nothing.
 *
 * @throws Refusal 404 for a dead link, 400 per field.
 */
export async function setUpDealer(
  context: Context,
  token: string,
  body: SetUpDealerBody,
  logo: UploadedFile | undefined,
  client: Client,
): Promise<SignedInAccount> {
  await checkDealerSetUpLink(context, token);
  if (await isGuessable(context, body.password, [body.name, body.email, body.dealerName]))
    throw invalidFields({ password: messages.passwordCommon });
  const passwordHash = await hashPassword(context, body.password, client.address);
  return inTransaction(context, async (inside) => {
    if (!(await redeemSetUpToken(inside, token))) throw notFound();
    const dealer = {
      name: body.dealerName,
      logo: logo ? await storePicture(inside, await readUpload(inside, logo, 'whole', 'logo')) : null,
      timeZone: body.timeZone,
      phoneCountry: body.phoneCountry,
    };
    if (!(await createDealer(inside, dealer))) throw notFound();
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
    });
    if (!employeeId) throw notFound();
    if (body.sampleDealer === 'true')
      await loadSampleDealer(
        inside,
        { ...dealer, serviceMayCorrect: false, serviceMayMerge: false, serviceMayOverbook: false },
        { firstCenterId: centerId },
      );
    return startSession(inside, employeeId, client);
  });
}
