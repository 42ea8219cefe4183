import fc from 'fast-check';
import { isLongRun } from '#server/testing/long-run.ts';
import { forEachSize } from '../support/screen-sizes.ts';
import { test } from '../support/test.ts';
import { allSteps } from './steps.ts';
import { Walk } from './walk.ts';
import { WalkDealer } from './walk-dealer.ts';
import { Vanished, WalkTab } from './walk-tab.ts';

const walks = Number(process.env.PITLANE_WALKS ?? (isLongRun ? 40 : 20));
// The same in every run, so that a change is judged by what it changes; other walks are taken by another SEED.
const [seed = '7', path] = process.env.SEED?.split('/') ?? [];

const maxSteps = 14;
const patience = { whole: 20_000, shorter: 4_000 };
const maxShorter = 25;

const isManager = fc.noShrink(fc.nat(3).map((one) => one === 0));
const wish = fc.record({ name: fc.constantFrom(...Object.keys(allSteps)), pick: fc.nat(999) });
const wishes = fc.array(fc.noShrink(wish), { minLength: 1, maxLength: 40, size: 'max' });

forEachSize(({ isPhone }) => {
  test('whatever a person does in whatever order is recorded on the lead that they see (F141)', async ({
    demo,
    meta,
    openAs,
  }) => {
    test.setTimeout(0);
    const dealer = await WalkDealer.open(demo, meta);
    const advisor = (await openAs('service', dealer.advisor.session)).context();
    const manager = (await openAs('manager', dealer.manager.session)).context();
    let failures = 0;

    const take = async (isManagement: boolean, wanted: { name: string; pick: number }[]) => {
      if (failures > maxShorter) return;
      const context = isManagement ? manager : advisor;
      const openTab = async () => new WalkTab(await context.newPage(), isPhone);
      const walk = new Walk({ dealer, isManagement }, await dealer.dealLeads(), openTab);
      try {
        await walk.begin();
        let steps = 0;
        for (const { name, pick } of wanted) {
          const [step, seen] = [allSteps[name], await walk.tab.see()];
          if (steps === maxSteps || !step?.can(seen, walk)) continue;
          const expected = await step.take(walk, seen, pick).catch(unlessVanished);
          if (!expected) continue;
          await walk.expect(expected, failures > 0 ? patience.shorter : patience.whole);
          steps += 1;
        }
      } catch (error) {
        failures += 1;
        throw new Error([...walk.story, String(error)].join('\n'));
      } finally {
        await walk.close();
      }
    };
    await fc.assert(fc.asyncProperty(isManager, wishes, take), {
      ...{ seed: Number(seed), path, endOnFailure: path !== undefined },
      numRuns: path === undefined ? Math.ceil(walks / 2) : 1,
    });
  });
});

function unlessVanished(error: unknown): undefined {
  if (!(error instanceof Vanished)) throw error;
}
