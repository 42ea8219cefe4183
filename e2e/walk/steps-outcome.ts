import type { Expected } from './expected.ts';
import type { Sight } from './sight.ts';
import { mayLeave, pickOf, placeOn, type Step } from './step.ts';
import type { Walk } from './walk.ts';

const attempts = ['Reached', 'No answer', 'Busy', 'Call later'];
const wrongNumber = 'Wrong number';
const asking = [
  ...[
    'No answer',
    'Busy',
    'Call later',
    'Follow-up',
    'Booked',
    'Reschedule',
    'Completed',
    'Lost',
    wrongNumber,
  ],
];
const showsField = ['On a date', 'Another reason'];
/** The choices about a wrong number that ask on, and those that leave the lead in front. */
const asksOn = ['Correct it', 'Lost'];
const staysInFront = ['Reply on WhatsApp', 'Send an email'];
const note = 'Note (optional)';

export const outcomeSteps: Record<string, Step> = {
  pressDigit: {
    can: (seen, { tab }) => !tab.isPhone && !seen.dialog && !seen.isTyping,
    async take(walk, seen, pick) {
      const digit = String((pick % 9) + 1);
      const button = seen.keys.find(({ key }) => key === digit);
      walk.story.push(`presses ${digit} with ${seen.front} in front`);
      const { isFresh } = walk.tab;
      await walk.tab.press(digit);
      if (button?.isOn) return outcomeOf(walk, seen, button.label);
      walk.tab.isFresh = isFresh;
      return { front: seen.front };
    },
  },

  pressOutcome: {
    can: (seen) => !seen.dialog && outcomes(seen).length > 0,
    async take(walk, seen, pick) {
      const { label } = pickOf(outcomes(seen), pick);
      walk.story.push(`presses ${label} with ${seen.front} in front`);
      await walk.tab.push(placeOn(walk, seen).getByRole('button', { name: label, exact: true }));
      return outcomeOf(walk, seen, label);
    },
  },

  saveOutcome: {
    can: (seen) => !seen.dialog && seen.asked !== null && seen.buttons.includes('Save'),
    async take(walk, seen) {
      walk.story.push(`fills in and saves ${seen.asked} with ${seen.front} in front`);
      for (const { label } of seen.fields) {
        const value = outcomeValues(walk)[label];
        if (value === undefined) continue;
        const field = placeOn(walk, seen).getByRole('textbox', { name: label, exact: true });
        await field.fill(value);
        await field.press('Tab');
      }
      const save = placeOn(walk, seen).getByRole('button', { name: 'Save', exact: true });
      // What is booked for that day already needs no other.
      if (await save.isDisabled()) return { front: seen.front, asked: seen.asked };
      const isCorrected = seen.fields.some(({ label }) => label === 'Phone');
      await walk.tab.push(save);
      return isCorrected ? loggedInFront(walk, seen) : logged(walk, seen);
    },
  },

  askWrongNumber: {
    can: (seen) => !seen.dialog && !seen.isWorked && seen.buttons.includes(wrongNumber),
    async take(walk, seen) {
      walk.story.push(`presses ${wrongNumber} with ${seen.front} in front`);
      await walk.tab.push(placeOn(walk, seen).getByRole('button', { name: wrongNumber, exact: true }));
      return { front: seen.front, asked: wrongNumber };
    },
  },

  pressAttempt: {
    can: (seen) => !seen.dialog && !seen.isWorked && seen.buttons.includes('Reached'),
    async take(walk, seen, pick) {
      const label = pickOf(attempts, pick);
      walk.story.push(`presses ${label} with ${seen.front} in front`);
      await walk.tab.push(placeOn(walk, seen).getByRole('button', { name: label, exact: true }));
      return logged(walk, seen);
    },
  },
};

function outcomes({ keys }: Sight) {
  return keys.filter(({ key, isOn }) => isOn && /^\d$/.test(key));
}

function outcomeOf(walk: Walk, seen: Sight, label: string): Expected {
  if (!seen.asked && asking.includes(label)) return { front: seen.front, asked: label };
  if (showsField.includes(label)) return { front: seen.front, asked: seen.asked };
  if (seen.asked === wrongNumber && asksOn.includes(label)) return { front: seen.front, asked: seen.asked };
  if (staysInFront.includes(label)) return loggedInFront(walk, seen);
  return logged(walk, seen);
}

/** A run stays with a lead whose number was corrected, or to whom somebody writes instead. */
function loggedInFront(walk: Walk, seen: Sight): Expected {
  const expected = logged(walk, seen);
  return seen.isWorked ? { front: seen.front, writes: expected.writes } : expected;
}

function outcomeValues(walk: Walk): Record<string, string> {
  return { Date: 'tomorrow', Reason: 'J-9', 'Job ID': 'J-9', Phone: walk.newPhone() };
}

function logged(walk: Walk, seen: Sight): Expected {
  const typed = walk.drafts.get(seen, note) ?? null;
  walk.drafts.forget(seen, note);
  return { ...mayLeave(seen), writes: { [walk.idOf(seen.front)]: { contacts: 1, note: typed } } };
}
