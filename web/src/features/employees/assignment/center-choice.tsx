import { useQuery } from '@tanstack/react-query';
import type { Ref } from 'react';
import { useTranslations } from 'use-intl';
import type { ServiceCenterName } from '#contract/people.ts';
import { listActiveServiceCenters } from '#contract/service-centers.ts';
import { endpointQuery } from '#web/lib/api/endpoint-query.ts';
import { useErrorText } from '#web/lib/i18n/use-texts.ts';
import { CheckList } from '#web/ui/choice/check-list.tsx';

type CenterChoiceProps = {
  present?: readonly ServiceCenterName[];
  value: readonly string[];
  onChange: (value: string[]) => void;
  error: string | undefined;
  isFirst?: boolean;
  ref: Ref<HTMLFieldSetElement>;
};

const none: readonly ServiceCenterName[] = [];

/** Lets the user choose service centers by check boxes. `present`: centers that stay available although they are inactive. */
export function CenterChoice({ present = none, value, onChange, error, isFirst, ref }: CenterChoiceProps) {
  const t = useTranslations('employees');
  const ui = useTranslations('ui');
  const errorText = useErrorText();
  const active = useQuery(endpointQuery(listActiveServiceCenters));
  const open = active.data?.serviceCenters;
  const known = open ?? (active.error ? none : undefined);
  const optionOf = ({ _id, name }: ServiceCenterName) => ({ value: _id, label: name });
  const closedOption = ({ _id, name }: ServiceCenterName) => ({
    value: _id,
    label: open ? ui('switchedOff', { name }) : name,
  });
  const closed = present.filter(({ _id }) => !open?.some((center) => center._id === _id));
  return (
    <CheckList
      ref={ref}
      label={t('centers')}
      options={known && [...known.map(optionOf), ...closed.map(closedOption)]}
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
