import { IconAlertTriangle, IconCircle, IconCircleCheck } from '@tabler/icons-react';
import { Link, type LinkProps } from '@tanstack/react-router';
import { type ReactNode, useId } from 'react';
import { useTranslations } from 'use-intl';
import {
  type FirstStep,
  type FirstSteps,
  getFirstSteps,
  setDismissedFirstSteps,
} from '#contract/first-steps.ts';
import { mayCall } from '#web/lib/api/may-call.ts';
import { mutateIntoCache } from '#web/lib/api/mutate.ts';
import { useSession } from '#web/lib/session/session.ts';
import { dialogParam } from '#web/lib/url/use-dialogs.ts';
import { useUndoable } from '#web/ui/feedback/use-undoable.ts';
import classes from './first-steps.module.css';
import { listShownSteps } from './shown-steps.ts';

// What only the installation's settings change has no screen: its row says what to set.
const links: Partial<Record<FirstStep, Pick<LinkProps, 'to' | 'search'>>> = {
  offerings: { to: '/main/servicesAndCampaign' },
  people: { to: '/main/inviteEmployees' },
  workingHours: { to: '/main/workingHours' },
  bookingRules: { to: '/main/bookingRules' },
  websiteForm: { to: '/main/settings/connections', search: { dialog: dialogParam('websiteForm.new') } },
  metaConnections: {
    to: '/main/settings/connections',
    search: { dialog: dialogParam('connection.new', 'meta') },
  },
  customerMessages: { to: '/main/settings/customerMessages' },
  import: { to: '/main/import' },
};
const optional: readonly FirstStep[] = [
  'bookingRules',
  'websiteForm',
  'metaConnections',
  'customerMessages',
  'import',
];
const dangers = ['address', 'mail', 'backups'] as const;
const isDanger = (step: FirstStep): step is (typeof dangers)[number] => dangers.some((one) => one === step);

const save = (dismissed: FirstStep[]) =>
  mutateIntoCache(setDismissedFirstSteps, { body: { dismissed } }, getFirstSteps);

/** Lists the first steps of a new dealer, each with its screen and a way to dismiss it. */
export function FirstStepsPanel(reply: FirstSteps) {
  const { steps } = reply;
  const id = useId();
  const t = useTranslations('firstSteps');
  const mayDismiss = mayCall(setDismissedFirstSteps, useSession()?.level);
  const namesIn = (wanted: FirstSteps['steps'][number]['state']) =>
    steps.flatMap(({ step, state }) => (state === wanted ? [step] : []));
  const dismissed = namesIn('dismissed');
  const done = namesIn('done').length;
  const { run: dismiss } = useUndoable({
    act: (step: FirstStep) => save([...dismissed, step]).then(() => ({ step, before: dismissed })),
    undo: ({ before }) => save(before),
    line: ({ step }) => t('dismissed', { step: t(`steps.${step}.title`) }),
  });
  return (
    <section className={classes.panel} aria-labelledby={id}>
      <div className={classes.head}>
        <h2 id={id} className="heading">
          {t('title')}
        </h2>
        <span className="quiet">{t('count', { done, all: steps.length - dismissed.length })}</span>
      </div>
      <ul>
        {listShownSteps(reply).map(({ step, state }) => {
          const title = t(`steps.${step}.title`);
          const isDone = state === 'done';
          return (
            <li key={step} className={classes.step} data-done={isDone || undefined}>
              <StepMark step={step} isDone={isDone} />
              <p className={classes.what}>
                <StepTitle link={links[step]}>
                  {isDone && <span className="visually-hidden">{t('done')} </span>}
                  {title}
                </StepTitle>{' '}
                {!isDone && optional.includes(step) && <span className="quiet">{t('optional')}</span>}
                {!isDone && isDanger(step) && (
                  <span className={`quiet ${classes.why}`}>{t(`steps.${step}.why`)}</span>
                )}
              </p>
              {mayDismiss && !isDone && (
                <button
                  type="button"
                  className={`text-action ${classes.dismiss}`}
                  aria-label={t('dismissOf', { step: title })}
                  onClick={() => void dismiss(step)}
                >
                  {t('dismiss')}
                </button>
              )}
            </li>
          );
        })}
      </ul>
    </section>
  );
}

function StepTitle({ link, children }: { link: (typeof links)[FirstStep]; children: ReactNode }) {
  if (!link) return <span className={classes.title}>{children}</span>;
  return (
    <Link {...link} className={`${classes.title} ${classes.link}`}>
      {children}
    </Link>
  );
}

function StepMark({ step, isDone }: { step: FirstStep; isDone: boolean }) {
  const warns = !isDone && isDanger(step);
  const Mark = isDone ? IconCircleCheck : warns ? IconAlertTriangle : IconCircle;
  return (
    <Mark size={18} stroke={1.75} aria-hidden className={classes.mark} data-danger={warns || undefined} />
  );
}
