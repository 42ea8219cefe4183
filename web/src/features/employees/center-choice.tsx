import { useQuery } from '@tanstack/react-query';
import type { Ref } from 'react';
import { useTranslations } from 'use-intl';
import type { ServiceCenterName } from '#contract/people.ts';
import { activeCentersQuery } from '#web/lib/choices.ts';
import { useErrorText } from '#web/lib/i18n/use-texts.ts';
import { CheckList } from '#web/ui/check-list.tsx';

type CenterChoiceProps = {
  /** The centers that somebody has now: he may keep one that was closed meanwhile. */
  present?: readonly ServiceCenterName[];
  /** The ids that are chosen. */
  value: readonly string[];
  onChange: (value: string[]) => void;
  error: string | undefined;
  /** Nothing else in the modal comes before it. */
  isFirst?: boolean;
  /** Takes the focus when what is chosen is refused. */
  ref: Ref<HTMLFieldSetElement>;
};

const none: readonly ServiceCenterName[] = [];

/** The centers whose leads a service employee works on: the active ones, and those that he has. */
export function CenterChoice({ present = none, value, onChange, error, isFirst, ref }: CenterChoiceProps) {
  const t = useTranslations('employees');
  const errorText = useErrorText();
  const active = useQuery(activeCentersQuery);
  const open = active.data?.serviceCenters;
  const closed = present.filter(({ _id }) => !open?.some((center) => center._id === _id));
  return (
    <CheckList
      ref={ref}
      label={t('centers')}
      options={open && [...open, ...closed].map(({ _id, name }) => ({ value: _id, label: name }))}
      value={value}
      onChange={onChange}
      count={t('centersChosen', { count: value.length })}
      searchLabel={t('centersSearch')}
      none={active.error ? errorText(active.error) : t('noCenters')}
      error={error}
      isFirst={isFirst}
    />
  );
}
