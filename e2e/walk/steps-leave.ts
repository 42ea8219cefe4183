import type { Expected } from './expected.ts';
import { pickOf, type Step } from './step.ts';
import type { Walk } from './walk.ts';

const question = 'Discard what you typed?';

export const leaveSteps: Record<string, Step> = {
  leave: {
    can: (seen) => seen.dialog !== question && (seen.dialog !== null || seen.isPanel),
    async take(walk, seen, pick) {
      const { page, panel, isPhone } = walk.tab;
      const by = pickOf(isPhone ? ['Close', 'Back'] : ['Escape', 'Close', 'Back'], pick);
      if (by === 'Back' && !(await isOpenedHere(walk))) return { front: seen.front };
      walk.story.push(`leaves ${seen.dialog ?? seen.front} by ${by}`);
      if (by === 'Back') await page.goBack();
      else if (by === 'Escape') await walk.tab.press('Escape');
      else {
        const place = seen.dialog ? page.getByRole('dialog', { name: seen.dialog }) : panel;
        await walk.tab.push(place.getByRole('button', { name: 'Close', exact: true }));
      }
      walk.tab.isFresh = false;
      if (seen.dialog) return { front: seen.front };
      // A wrong number is asked about in two steps.
      const isSecondStep = seen.asked === 'Wrong number' && seen.buttons.includes('Save');
      if (seen.asked && by === 'Escape')
        return { front: seen.front, asked: isSecondStep ? seen.asked : null };
      const below = walk.opened.pop() ?? { front: null };
      // Others may have come to the front since it was opened.
      return { dialog: null, ...below, ...('row' in below && { row: seen.front ?? below.row }) };
    },
  },

  leavePage: {
    can: (seen, { opened }) => !seen.isPanel && !seen.dialog && opened.at(-1)?.isBelowPage === true,
    async take(walk, seen) {
      walk.story.push(`leaves the page of ${seen.front} by Back`);
      await walk.tab.page.goBack();
      return { dialog: null, ...walk.opened.pop() };
    },
  },

  answer: {
    can: (seen) => seen.dialog === question,
    async take(walk, seen, pick) {
      const button = pickOf(['Discard', 'Keep editing'], pick);
      walk.story.push(`answers ${button}`);
      const dialog = walk.tab.page.getByRole('dialog', { name: question });
      await walk.tab.push(dialog.getByRole('button', { name: button }));
      if (button === 'Discard') walk.drafts.forgetDialogs();
      return { front: seen.front };
    },
  },

  reload: {
    can: () => true,
    async take(walk, seen) {
      walk.story.push('reloads');
      walk.tab.isFresh = true;
      await walk.tab.page.reload();
      const expected: Expected = { front: seen.front, asked: seen.asked };
      return seen.dialog ? { front: seen.front } : expected;
    },
  },

  otherTab: {
    can: () => true,
    async take(walk) {
      walk.story.push('goes on in the other tab');
      await walk.switchTab();
      return {};
    },
  },
};

async function isOpenedHere({ tab }: Walk): Promise<boolean> {
  return (await tab.page.evaluate('Boolean(history.state?.isOpenedHere)')) === true;
}
