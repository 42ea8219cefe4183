import { isNote, reply } from './drafts.ts';
import type { Sight } from './sight.ts';
import { mayLeave, pickOf, placeOn, type Step } from './step.ts';
import type { Walk } from './walk.ts';

const moves = ['Potential', 'Booked', 'Completed', 'Lost Customer'];
const statusDialog = 'Change Lead Status';
const rescheduleDialog = 'Reschedule';
const editDialog = 'Update Lead';
/** Says what saves a dialog. */
const saves = ['Save', 'Update Lead'];
const days = ['tomorrow', 'saturday', 'tuesday'];
const moveFields = ['Appointment date', 'Next follow-up date', 'Lost reason', 'Job ID'];

export const writeSteps: Record<string, Step> = {
  type: {
    can: (seen) => seen.front !== null && seen.fields.some(isNote),
    async take(walk, seen, pick) {
      const { label } = pickOf(seen.fields.filter(isNote), pick);
      const text = walk.newText();
      walk.story.push(`types “${text}” as ${label} of ${seen.front}`);
      const field = placeOn(walk, seen).getByRole('textbox', { name: label, exact: true });
      await field.locator('visible=true').first().fill(text);
      walk.tab.isFresh = false;
      walk.drafts.keep(seen, label, text);
      return { front: seen.front, dialog: seen.dialog, asked: seen.asked };
    },
  },

  comment: {
    can: (seen, walk) => !seen.dialog && walk.drafts.get(seen, 'Comment') !== undefined,
    async take(walk, seen, pick) {
      const comment = walk.drafts.get(seen, 'Comment');
      const place = placeOn(walk, seen);
      walk.story.push(`sends the comment on ${seen.front}`);
      if (pick % 2 === 0 && !walk.tab.isPhone)
        await place.getByRole('textbox', { name: 'Comment' }).press('Control+Enter');
      else await walk.tab.push(place.getByRole('button', { name: 'Comment', exact: true }));
      walk.drafts.forget(seen, 'Comment');
      return { front: seen.front, writes: { [walk.idOf(seen.front)]: { comments: 1, comment } } };
    },
  },

  reply: {
    can: (seen, { drafts }) =>
      !seen.dialog &&
      seen.fields.some(({ label }) => label === reply) &&
      drafts.get(seen, reply) !== undefined,
    async take(walk, seen, pick) {
      const note = walk.drafts.get(seen, reply);
      const place = placeOn(walk, seen);
      walk.story.push(`replies to ${seen.front} on WhatsApp`);
      if (pick % 2 === 0 && !walk.tab.isPhone)
        await place.getByRole('textbox', { name: reply }).press('Control+Enter');
      else await walk.tab.push(place.getByRole('button', { name: 'Send', exact: true }));
      walk.drafts.forget(seen, reply);
      return { ...mayLeave(seen), writes: { [walk.idOf(seen.front)]: { contacts: 1, replies: 1, note } } };
    },
  },

  move: {
    can: (seen) => !seen.dialog && !seen.isWorked && movesOn(seen).length > 0,
    async take(walk, seen, pick) {
      const move = pickOf(movesOn(seen), pick);
      walk.story.push(`presses ${move} with ${seen.front} in front`);
      await walk.tab.push(placeOn(walk, seen).getByRole('button', { name: move, exact: true }));
      return { front: seen.front, dialog: statusDialog };
    },
  },

  reschedule: {
    can: (seen) => !seen.dialog && !seen.isWorked && seen.keys.some(({ key, isOn }) => key === 'r' && isOn),
    async take(walk, seen, pick) {
      const isByKey = pick % 2 === 0 && !walk.tab.isPhone && !seen.isTyping;
      walk.story.push(`presses ${isByKey ? 'R' : 'Reschedule'} with ${seen.front} in front`);
      if (isByKey) await walk.tab.press('r');
      else {
        const button = placeOn(walk, seen).getByRole('button', { name: rescheduleDialog, exact: true });
        await walk.tab.push(button);
      }
      return { front: seen.front, dialog: rescheduleDialog };
    },
  },

  edit: {
    can: (seen, { isManagement }) => isManagement && !seen.dialog && seen.buttons.includes('Edit'),
    async take(walk, seen) {
      walk.story.push(`presses Edit with ${seen.front} in front`);
      await walk.tab.push(placeOn(walk, seen).getByRole('button', { name: 'Edit', exact: true }));
      return { front: seen.front, dialog: editDialog };
    },
  },

  fillMove: {
    can: ({ dialog }) => dialog === statusDialog || dialog === rescheduleDialog,
    async take(walk, seen, pick) {
      walk.story.push(`fills in ${seen.dialog} of ${seen.front}`);
      const dialog = placeOn(walk, seen);
      for (const { label } of seen.fields) {
        if (!moveFields.includes(label)) continue;
        const field = dialog.getByRole('textbox', { name: label, exact: true });
        await field.fill(label.endsWith('date') ? pickOf(days, pick) : 'J-9');
        await field.press('Tab');
      }
      walk.tab.isFresh = false;
      return { front: seen.front, dialog: seen.dialog };
    },
  },

  correct: {
    can: (seen) => seen.dialog === statusDialog && seen.buttons.includes('Edit'),
    async take(walk, seen) {
      walk.story.push(`presses Edit in the status of ${seen.front}`);
      await walk.tab.push(placeOn(walk, seen).getByRole('button', { name: 'Edit', exact: true }));
      return { front: seen.front, dialog: 'Edit lead' };
    },
  },

  saveDialog: {
    can: (seen) => seen.dialog !== null && saves.some((save) => seen.buttons.includes(save)),
    async take(walk, seen) {
      walk.story.push(`saves ${seen.dialog} of ${seen.front}`);
      const save = saves.find((one) => seen.buttons.includes(one));
      await walk.tab.push(placeOn(walk, seen).getByRole('button', { name: save, exact: true }));
      const now = await walk.tab.see();
      const isSaved = now.dialog !== seen.dialog;
      const notes = isSaved ? walk.drafts.get(seen, 'Notes') : undefined;
      if (isSaved) walk.drafts.forget(seen, 'Notes');
      return { ...mayLeave(seen), writes: { [walk.idOf(seen.front)]: { any: true, notes } } };
    },
  },

  undo: {
    can: (seen, walk) => !seen.dialog && undoneLead(walk, seen) !== undefined,
    async take(walk, seen, pick) {
      const name = undoneLead(walk, seen) ?? null;
      const isByKey = pick % 2 === 0 && !walk.tab.isPhone && !seen.isTyping;
      walk.story.push(`undoes “${seen.undo}” by ${isByKey ? 'Ctrl+Z' : 'its button'}`);
      const button = walk.tab.page.locator('[data-quiet-lines] button[aria-keyshortcuts]');
      if (isByKey) await walk.tab.press('Control+z');
      else await walk.tab.push(button.locator('visible=true'));
      return { writes: { [walk.idOf(name)]: { any: true } } };
    },
  },

  undoInRun: {
    can: (seen, walk) => !seen.dialog && undoneInRun(walk, seen) !== undefined,
    async take(walk, seen, pick) {
      const name = undoneInRun(walk, seen) ?? null;
      const isByKey = pick % 2 === 0 && !walk.tab.isPhone && !seen.isTyping;
      walk.story.push(`undoes the outcome of ${name} by ${isByKey ? 'U' : 'its button'}`);
      if (isByKey) await walk.tab.press('u');
      else await walk.tab.push(walk.tab.panel.getByRole('button', { name: `Undo: ${name}` }));
      return { writes: { [walk.idOf(name)]: { any: true } } };
    },
  },

  skip: {
    can: (seen) => !seen.dialog && seen.keys.some(({ key, isOn }) => key === 's' && isOn),
    async take(walk, seen, pick) {
      const isByKey = pick % 2 === 0 && !walk.tab.isPhone && !seen.isTyping;
      walk.story.push(`skips ${seen.front} by ${isByKey ? 'S' : 'its button'}`);
      if (isByKey) await walk.tab.press('s');
      else await walk.tab.push(walk.tab.panel.getByRole('button', { name: 'Skip', exact: true }));
      return {};
    },
  },

  changeElsewhere: {
    can: () => true,
    async take(walk, seen, pick) {
      const shown = walk.leads.find(({ name }) => name === seen.front);
      const lead = pick % 3 === 0 && shown ? shown : pickOf(walk.leads, pick);
      walk.story.push(`a colleague changes ${lead.name}`);
      await walk.tab.hear(() => walk.dealer.changeElsewhere(lead, pick >> 2));
      await walk.remember();
      return { front: seen.front, dialog: seen.dialog };
    },
  },
};

/** Returns what the lead in front can be moved to; one of these buttons has a key. */
function movesOn({ buttons, keys }: Sight): string[] {
  const pressable = [...buttons, ...keys.flatMap(({ label, isOn }) => (isOn ? [label] : []))];
  return moves.filter((move) => pressable.includes(move));
}

function undoneLead(walk: Walk, { undo }: Sight): string | undefined {
  return walk.leads.find(({ name }) => undo?.includes(name))?.name;
}

function undoneInRun(walk: Walk, { keys }: Sight): string | undefined {
  const button = keys.find(({ key, isOn }) => key === 'u' && isOn);
  return walk.leads.find(({ name }) => button?.label.endsWith(name))?.name;
}
