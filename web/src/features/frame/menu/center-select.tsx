import { useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useCallback, useEffect } from 'react';
import { useTranslations } from 'use-intl';
import { listOwnServiceCenters } from '#contract/service-centers.ts';
import { endpointQuery } from '#web/lib/api/endpoint-query.ts';
import { selectedCenter } from '#web/lib/url/use-list-url.ts';
import { Choice } from '#web/ui/choice/choice.tsx';
import classes from './center-select.module.css';

/** Chooses the service center in the URL, which this browser remembers. A single center is chosen by itself. */
export function CenterSelect({ isWide }: { isWide?: boolean }) {
  const t = useTranslations('frame');
  const ui = useTranslations('ui');
  const [center, setCenter] = useCenter();
  const { data: centers } = useQuery(endpointQuery(listOwnServiceCenters));
  const isUnknown =
    centers !== undefined && center !== undefined && !centers.some(({ _id }) => _id === center);

  useEffect(() => {
    if (isUnknown) setCenter(undefined);
  }, [isUnknown, setCenter]);

  if (centers?.length === 0) return null;
  const only = centers?.length === 1 ? centers[0] : undefined;
  return (
    <Choice
      className={isWide ? undefined : classes.narrow}
      aria-label={t('serviceCenter')}
      data={[
        ...(only ? [] : [{ value: '', label: t('allCenters') }]),
        ...(centers ?? []).map(({ _id, name, isActive }) => ({
          value: _id,
          label: isActive ? name : ui('switchedOff', { name }),
        })),
      ]}
      value={only?._id ?? center ?? ''}
      onChange={(value) => setCenter(value || undefined)}
      disabled={!centers}
    />
  );
}

function useCenter(): [string | undefined, (id: string | undefined) => void] {
  const { serviceCenter } = useSearch({ from: '/main' });
  const navigate = useNavigate();
  const choose = useCallback(
    (id: string | undefined) => {
      selectedCenter.set(id);
      void navigate({
        to: '.',
        search: (search) => ({ ...search, serviceCenter: id, page: undefined }),
        replace: true,
      });
    },
    [navigate],
  );
  return [serviceCenter, choose];
}
