import { useQuery } from '@tanstack/react-query';
import { type FormEvent, useRef, useState } from 'react';
import toast from 'react-hot-toast';
import { useTranslations } from 'use-intl';
import { type Employee, managementLevel } from '#contract/employees.ts';
import { management } from '#contract/levels.ts';
import { messages } from '#contract/messages.ts';
import { ApiError } from '#web/lib/api-error.ts';
import { activeCentersQuery } from '#web/lib/choices.ts';
import { useContractText, useErrorText } from '#web/lib/i18n/use-texts.ts';
import { useSession } from '#web/lib/use-session.ts';
import { CheckList } from '#web/ui/check-list.tsx';
import { Choice } from '#web/ui/choice.tsx';
import { FormDialog } from '#web/ui/form-dialog.tsx';
import { Notice } from '#web/ui/notice.tsx';
import { leaveFreely } from '#web/ui/use-unsaved-guard.tsx';
import { type Assignment, useAssign } from './employees.queries.ts';
import { placesFor } from './may-assign.ts';
import { PlaceChoice } from './place-choice.tsx';

/** Lowest first, which is what the choice begins with. */
const ranks = management.toReversed();

/** The assign modal: as data entry, to service centers, or for a superAdmin as management (specification, section 6). */
export function AssignDialog({ employee, onClose }: { employee: Employee; onClose: () => void }) {
  const t = useTranslations('employees');
  const levelNames = useTranslations('frame.levels');
  const text = useContractText();
  const errorText = useErrorText();
  const offered = placesFor(useSession()?.level, employee.level);
  const otherRanks = ranks.filter((rank) => rank !== employee.level);
  const only = offered.length === 1 ? offered[0] : undefined;
  const [place, setPlace] = useState(only);
  const [centers, setCenters] = useState<string[]>([]);
  const [rank, setRank] = useState(otherRanks[0] ?? 'manager');
  const [fault, setFault] = useState<string>();
  const [notice, setNotice] = useState<string>();
  const centerList = useRef<HTMLFieldSetElement>(null);
  const active = useQuery({ ...activeCentersQuery, enabled: offered.includes('service') });
  const assign = useAssign();

  const refuse = (message: string) => {
    setFault(text(message));
    centerList.current?.focus();
  };
  const save = async (event: FormEvent) => {
    event.preventDefault();
    if (!place) return;
    if (place === 'service' && centers.length === 0) return refuse(messages.serviceCenterMissing);
    setNotice(undefined);
    const assignment: Assignment =
      place === 'service'
        ? { to: place, serviceCenter: centers }
        : { to: place === 'management' ? rank : place };
    try {
      const { name, level } = await assign.mutateAsync({ id: employee._id, assignment });
      toast.success(
        place === 'service' ? t('centerAssigned') : t('assigned', { name, level: levelNames(level) }),
      );
      leaveFreely(onClose);
    } catch (error) {
      const centerFault = error instanceof ApiError ? error.fields.serviceCenter : undefined;
      if (centerFault) refuse(centerFault);
      else setNotice(errorText(error));
      toast.error(t('notAssigned'));
    }
  };

  return (
    <FormDialog
      title={t('assignTitle', { name: employee.name })}
      submit={t('assignSubmit')}
      isDirty={!assign.isSuccess && (place !== only || centers.length > 0)}
      isSubmitting={assign.isPending}
      isSubmitDisabled={!place}
      onSubmit={(event) => void save(event)}
      onClose={onClose}
      notice={notice && <Notice>{notice}</Notice>}
    >
      <PlaceChoice places={offered} value={place} onChange={setPlace} />
      {place === 'service' && (
        <CheckList
          ref={centerList}
          label={t('centers')}
          options={active.data?.serviceCenters.map(({ _id, name }) => ({ value: _id, label: name }))}
          value={centers}
          onChange={(chosen) => {
            setCenters(chosen);
            setFault(undefined);
          }}
          count={t('centersChosen', { count: centers.length })}
          searchLabel={t('centersSearch')}
          none={active.error ? errorText(active.error) : t('noCenters')}
          error={fault}
        />
      )}
      {place === 'management' && (
        <Choice
          label={t('level')}
          data={otherRanks.map((one) => ({ value: one, label: levelNames(one) }))}
          value={rank}
          onChange={(chosen) => setRank(managementLevel.parse(chosen))}
        />
      )}
    </FormDialog>
  );
}
