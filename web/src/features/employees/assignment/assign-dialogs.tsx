import { useMutation } from '@tanstack/react-query';
import { type FormEvent, useId, useRef, useState } from 'react';
import { useTranslations } from 'use-intl';
import { messages } from '#contract/call/messages.ts';
import { type Employee, managementLevel } from '#contract/employees.ts';
import { managementLevels } from '#contract/levels.ts';
import { type RoleAssignment, saveAssignment } from '#web/features/employees/employees.queries.ts';
import { ApiError } from '#web/lib/api/api-error.ts';
import { useContractText, useErrorText } from '#web/lib/i18n/use-texts.ts';
import { useSession } from '#web/lib/session/session.ts';
import { Choice as ChoiceField } from '#web/ui/choice/choice.tsx';
import group from '#web/ui/choice/option-group.module.css';
import { FormDialog } from '#web/ui/dialog/form-dialog.tsx';
import { Notice } from '#web/ui/feedback/notice.tsx';
import { toast } from '#web/ui/feedback/toast.ts';
import { useDraftState } from '#web/ui/form/drafts.tsx';
import { leaveWithoutAsking } from '#web/ui/form/leave.ts';
import { omitFieldErrors } from '#web/ui/form/refusals.tsx';
import classes from './assign-dialogs.module.css';
import { CenterChoice } from './center-choice.tsx';
import { type AssignableRole, listAssignableRoles } from './may-assign.ts';

type Choice = {
  role: AssignableRole | undefined;
  centers: string[];
  rank: (typeof managementLevels)[number];
};

const ranks = managementLevels.toReversed();

/** Specification, section 6; management only for a superAdmin. */
export function AssignRoleDialog({ employee, onClose }: { employee: Employee; onClose: () => void }) {
  const t = useTranslations('employees');
  const levelNames = useTranslations('frame.levels');
  const offered = listAssignableRoles(useSession()?.level, employee.level);
  const otherRanks = ranks.filter((rank) => rank !== employee.level);
  const only = offered.length === 1 ? offered[0] : undefined;
  const start: Choice = { role: only, centers: [], rank: otherRanks[0] ?? 'manager' };
  const [choice, setChoice, draft] = useDraftState(`assign:${employee._id}`, start);
  const { role, centers, rank } = choice;
  const { save, isSaved, dialog, centerChoice, clearFault } = useSaveAssignment(employee, onClose);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (role === 'service') void save({ to: role, serviceCenter: centers });
    else if (role) void save({ to: role === 'management' ? rank : role });
  };

  return (
    <FormDialog
      {...dialog}
      title={t('assignTitle', { name: employee.name })}
      submit={t('assignSubmit')}
      isDirty={!isSaved && (role !== only || centers.length > 0)}
      isSubmitDisabled={!role}
      onSubmit={submit}
      draft={draft}
    >
      <RoleChoice
        roles={offered}
        value={role}
        onChange={(chosen) => setChoice({ ...choice, role: chosen })}
      />
      {role === 'service' && (
        <CenterChoice
          {...centerChoice}
          value={centers}
          onChange={(chosen) => {
            setChoice({ ...choice, centers: chosen });
            clearFault();
          }}
        />
      )}
      {role === 'management' && (
        <ChoiceField
          label={t('level')}
          data={otherRanks.map((one) => ({ value: one, label: levelNames(one) }))}
          value={rank}
          onChange={(chosen) => setChoice({ ...choice, rank: managementLevel.parse(chosen) })}
        />
      )}
    </FormDialog>
  );
}

export function EmployeeCentersDialog({ employee, onClose }: { employee: Employee; onClose: () => void }) {
  const t = useTranslations('employees');
  const [present] = useState(employee.serviceCenter);
  const had = present.map(({ _id }) => _id);
  const [centers, setCenters, draft] = useDraftState(`centers:${employee._id}`, had);
  const { save, isSaved, dialog, centerChoice, clearFault } = useSaveAssignment(employee, onClose);
  const isChanged = centers.length !== had.length || centers.some((one) => !had.includes(one));
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (isChanged) void save({ to: 'service', serviceCenter: centers });
  };

  return (
    <FormDialog
      {...dialog}
      title={t('centersTitle', { name: employee.name })}
      isDirty={!isSaved && isChanged}
      isSubmitDisabled={!isChanged}
      onSubmit={submit}
      draft={draft}
    >
      <CenterChoice
        {...centerChoice}
        present={present}
        value={centers}
        onChange={(chosen) => {
          setCenters(chosen);
          clearFault();
        }}
        isFirst
      />
    </FormDialog>
  );
}

type RoleChoiceProps = {
  roles: readonly AssignableRole[];
  value: AssignableRole | undefined;
  onChange: (role: AssignableRole) => void;
};

function RoleChoice({ roles, value, onChange }: RoleChoiceProps) {
  const t = useTranslations('employees');
  const id = useId();
  return (
    <fieldset>
      <legend className={group.legend}>{t('role')}</legend>
      <div className="stack">
        {roles.map((role, at) => (
          <div key={role} className={`${group.option} ${classes.option}`}>
            <input
              type="radio"
              name={id}
              id={id + role}
              className={group.input}
              aria-describedby={`${id}${role}-why`}
              checked={role === value}
              onChange={() => onChange(role)}
              data-autofocus={role === value || (!value && at === 0) || undefined}
            />
            <label htmlFor={id + role} className={classes.label}>
              {t(`roles.${role}`)}
            </label>
            <span id={`${id}${role}-why`} className="quiet">
              {t(`rolesWhy.${role}`)}
            </span>
          </div>
        ))}
      </div>
    </fieldset>
  );
}

/**
 * Saves a dialog's choice, toasts the outcome and closes the dialog.
 *
 * @returns `save`; `dialog` for the `FormDialog`; `centerChoice` for the `CenterChoice`, which shows a refusal; and
 *   `clearFault`.
 */
function useSaveAssignment(employee: Employee, onClose: () => void) {
  const t = useTranslations('employees');
  const text = useContractText();
  const errorText = useErrorText();
  const [centerFault, setCenterFault] = useState<string>();
  const [notice, setNotice] = useState<string>();
  const centerList = useRef<HTMLFieldSetElement>(null);
  const assigning = useMutation({ mutationFn: saveAssignment });

  const refuse = (message: string) => {
    setCenterFault(text(message));
    centerList.current?.focus();
  };
  const save = async (assignment: RoleAssignment) => {
    if (assignment.to === 'service' && assignment.serviceCenter.length === 0)
      return refuse(messages.serviceCenterMissing);
    setNotice(undefined);
    try {
      const { name, level } = await assigning.mutateAsync({ id: employee._id, assignment });
      toast.success(level === 'service' ? t('centerAssigned') : t('assigned', { name, level }));
      leaveWithoutAsking(onClose);
    } catch (error) {
      const shown = centerList.current ? ['serviceCenter'] : [];
      const fault = error instanceof ApiError ? error.fields.serviceCenter : undefined;
      if (fault && shown.length > 0) refuse(fault);
      const rest = omitFieldErrors(error, undefined, shown);
      if (rest) setNotice(errorText(rest));
      toast.error(t('notAssigned'));
    }
  };

  return {
    save,
    isSaved: assigning.isSuccess,
    dialog: { isSubmitting: assigning.isPending, onClose, failure: notice && <Notice>{notice}</Notice> },
    centerChoice: { ref: centerList, error: centerFault },
    clearFault: () => setCenterFault(undefined),
  };
}
