import { type FormEvent, useState } from 'react';
import { useTranslations } from 'use-intl';
import { type Employee, managementLevel } from '#contract/employees.ts';
import { management } from '#contract/levels.ts';
import { useSession } from '#web/lib/use-session.ts';
import { Choice } from '#web/ui/choice.tsx';
import { FormDialog } from '#web/ui/form-dialog.tsx';
import { Notice } from '#web/ui/notice.tsx';
import { CenterChoice } from './center-choice.tsx';
import { placesFor } from './may-assign.ts';
import { PlaceChoice } from './place-choice.tsx';
import { useSaveAssignment } from './use-save-assignment.ts';

/** Lowest first, which is what the choice begins with. */
const ranks = management.toReversed();

/** The assign modal: as data entry, to service centers, or for a superAdmin as management (specification, section 6). */
export function AssignDialog({ employee, onClose }: { employee: Employee; onClose: () => void }) {
  const t = useTranslations('employees');
  const levelNames = useTranslations('frame.levels');
  const offered = placesFor(useSession()?.level, employee.level);
  const otherRanks = ranks.filter((rank) => rank !== employee.level);
  const only = offered.length === 1 ? offered[0] : undefined;
  const [place, setPlace] = useState(only);
  const [centers, setCenters] = useState<string[]>([]);
  const [rank, setRank] = useState(otherRanks[0] ?? 'manager');
  const { save, centerFault, centerList, clearFault, notice, isSaving, isSaved } = useSaveAssignment(
    employee,
    onClose,
  );
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (place === 'service') void save({ to: place, serviceCenter: centers });
    else if (place) void save({ to: place === 'management' ? rank : place });
  };

  return (
    <FormDialog
      title={t('assignTitle', { name: employee.name })}
      submit={t('assignSubmit')}
      isDirty={!isSaved && (place !== only || centers.length > 0)}
      isSubmitting={isSaving}
      isSubmitDisabled={!place}
      onSubmit={submit}
      onClose={onClose}
      notice={notice && <Notice>{notice}</Notice>}
    >
      <PlaceChoice places={offered} value={place} onChange={setPlace} />
      {place === 'service' && (
        <CenterChoice
          ref={centerList}
          value={centers}
          onChange={(chosen) => {
            setCenters(chosen);
            clearFault();
          }}
          error={centerFault}
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
