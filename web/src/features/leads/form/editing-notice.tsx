import type { ComponentProps } from 'react';
import { Notice } from '#web/ui/feedback/notice.tsx';
import { type ChangeByOther, ChangedByOther } from './changed-by-other.tsx';
import { ConflictNotice, type Dispute } from './conflict-notice.tsx';

type EditingNoticeProps<Values, Field extends string> = Omit<
  ComponentProps<typeof ConflictNotice<Values, Field>>,
  'dispute'
> & { byOther?: ChangeByOther<Field>; dispute?: Dispute<Values, Field>; failure?: string };

export function EditingNotice<Values, Field extends string>(props: EditingNoticeProps<Values, Field>) {
  const { byOther, dispute, failure, ...rest } = props;
  return (
    <>
      {byOther && <ChangedByOther change={byOther} nameOf={rest.nameOf} />}
      {dispute && <ConflictNotice dispute={dispute} {...rest} />}
      {failure && <Notice>{failure}</Notice>}
    </>
  );
}
