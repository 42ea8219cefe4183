import type { Context } from '#server/context.ts';
import { readConnectionTemplates } from '#server/intake/whatsapp/templates.service.ts';
import { type JobKind, recurringJob } from '#server/jobs/jobs.service.ts';
import { isSameTemplate, listChosenTemplates } from './chosen-templates.ts';
import {
  areTemplatesDue,
  claimTemplateCheck,
  readMessageSettings,
  saveUnapprovedTemplates,
} from './message-settings.db.ts';

const minute = 60_000;
const hour = 60 * minute;
const readEvery = { usually: 4 * hour, whileUnapproved: hour };
const approved = 'APPROVED';

/** Asks Meta which of the chosen templates it does not approve, if it is time to. */
export type TemplateCheck = { checkTemplates: () => Promise<void> };

type Parts = {
  sealing: Parameters<typeof readConnectionTemplates>[1];
  graph: Parameters<typeof readConnectionTemplates>[2];
};

/**
 * Makes the check of templates: it asks Meta every few hours, every hour while one is not approved, and once others are chosen, and
 * stores which it does not approve. Nothing is asked before it is called.
 */
export function openTemplateCheck(context: Context, { sealing, graph }: Parts): TemplateCheck {
  const { db, clock } = context;
  return {
    async checkTemplates() {
      const now = clock.now();
      if (!(await claimTemplateCheck(db, getReadBefore(now), now))) return;
      const { kinds, unapproved: before } = await readMessageSettings(db);
      const chosen = listChosenTemplates(kinds);
      if (chosen.length === 0) return;
      const asked = await readConnectionTemplates(context, sealing, graph);
      const unapproved = chosen.flatMap((one) => {
        const of = asked.find(({ connection }) => connection._id === one.connection);
        const listed = of?.read?.templates.find(
          ({ name, language }) => name === one.name && language === one.language,
        );
        // Of a connection that could not be asked for all of its templates, what was known stays.
        if (of && !listed && !of.read?.isComplete) return before.filter((each) => isSameTemplate(each, one));
        const status = listed?.status ?? null;
        return status === approved ? [] : [{ ...one, status }];
      });
      await saveUnapprovedTemplates(db, now, unapproved);
    },
  };
}

const getReadBefore = (now: Date) => ({
  usually: new Date(now.getTime() - readEvery.usually),
  whileUnapproved: new Date(now.getTime() - readEvery.whileUnapproved),
});

/** Makes the job that runs the check of templates when it is time to. */
export function checkTemplatesJob(context: Context, check: TemplateCheck): JobKind {
  return recurringJob(context, {
    name: 'checkTemplates',
    every: minute,
    mayTakeLong: true,
    hasWork: (now) => areTemplatesDue(getReadBefore(now)),
    run: () => check.checkTemplates(),
  });
}
