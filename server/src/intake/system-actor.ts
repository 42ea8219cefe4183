import type { ActorContext, Context, DealerRules } from '#server/context.ts';
import type { ConnectionRow } from './connections.db.ts';

/** Makes the context in which a connection acts: like somebody who enters leads of every center. */
export function createSystemActor(
  context: Context,
  dealer: DealerRules,
  { id, name }: Pick<ConnectionRow, 'id' | 'name'>,
): ActorContext {
  const nobody = { email: '', dp: null, serviceCenter: [], needsSecondFactor: false };
  return { ...context, dealer, actor: { ...nobody, _id: id, name, level: 'dataEntry' } };
}
