import type { Account } from '#contract/people.ts';
import type { EditMeBody } from '#contract/session.ts';
import { recordAudit } from '#server/audit/audit.service.ts';
import type { ActorContext } from '#server/context.ts';
import { inTransaction } from '#server/db/transaction.ts';
import { changeProfile } from '#server/employees/employees.service.ts';
import type { UploadedFile } from '#server/http/multipart.ts';
import { readUpload, storePicture } from '#server/pictures/pictures.service.ts';

/**
 * Edits the actor's name and picture, and audits it; absent fields stay, and a `dp` of null removes the picture.
 *
 * @throws Refusal 400 beside `dp` unless it is a picture.
 */
export async function editProfile(
  context: ActorContext,
  { name, dp }: EditMeBody,
  file: UploadedFile | undefined,
): Promise<Account> {
  const picture = file && (await readUpload(context, file, 'square', 'dp'));
  const isPictureChanged = picture !== undefined || (dp === null && context.actor.dp !== null);
  const fields = [
    ...(name !== undefined && name !== context.actor.name ? ['name'] : []),
    ...(isPictureChanged ? ['dp'] : []),
  ];
  if (fields.length === 0) return context.actor;
  return inTransaction(context, async (inside) => {
    const { _id: id } = context.actor;
    await recordAudit(inside, { action: 'profileChanged', actor: id, details: { fields } });
    return changeProfile(inside, id, {
      ...(name !== undefined && { name }),
      ...(isPictureChanged && { dp: picture ? await storePicture(inside, picture) : null }),
    });
  });
}
