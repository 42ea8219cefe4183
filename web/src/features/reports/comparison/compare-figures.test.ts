import { expect, test } from 'vitest';
import type { WorkFigures } from '#contract/comparison.ts';
import { compareFigures, type FigureChange, type GroupFigure } from './compare-figures.ts';

const none = {
  ...{ timed: 0, inTarget: 0, answered: 0, booked: 0, bookingsDue: 0, shownUp: 0, didNotCome: 0 },
  ...{ completed: 0, lost: 0 },
};
const nothing: WorkFigures = { entered: 0, median: null, ninetieth: null, ...none };

type Case = [
  what: string,
  figure: GroupFigure,
  now: Partial<WorkFigures>,
  before: Partial<WorkFigures>,
  change: FigureChange | undefined,
];
const cases: Case[] = [
  [
    'more enquiries are better',
    'entered',
    { entered: 30 },
    { entered: 20 },
    { verdict: 'better', difference: 10, share: 0.5 },
  ],
  [
    'fewer are worse',
    'booked',
    { booked: 5 },
    { booked: 10 },
    { verdict: 'worse', difference: -5, share: -0.5 },
  ],
  [
    'more lost leads are worse',
    'lost',
    { lost: 12 },
    { lost: 10 },
    { verdict: 'worse', difference: 2, share: 0.2 },
  ],
  ['as many are the same', 'lost', { lost: 4 }, { lost: 4 }, { verdict: 'same', difference: 0 }],
  ['few have no share and no verdict', 'booked', { booked: 0 }, { booked: 9 }, { difference: -9 }],
  [
    'many after few have no share',
    'booked',
    { booked: 10 },
    { booked: 1 },
    { verdict: 'better', difference: 9 },
  ],
  ['no lead at all is nothing to compare', 'completed', {}, {}, undefined],
  [
    'a shorter time is better, without a number',
    'median',
    { median: 0, answered: 10 },
    { median: 30, answered: 10 },
    { verdict: 'better' },
  ],
  [
    'a time of few answers has no verdict',
    'ninetieth',
    { ninetieth: 60, answered: 9 },
    { ninetieth: 0, answered: 90 },
    {},
  ],
  ['a time without answers is nothing to compare', 'median', { median: 10, answered: 9 }, {}, undefined],
  [
    'more customers who showed up are worse where fewer of those booked did',
    'shownUp',
    { shownUp: 30, bookingsDue: 40 },
    { shownUp: 18, bookingsDue: 20 },
    { verdict: 'worse' },
  ],
  [
    'fewer customers who did not come are better where fewer of those booked stayed away',
    'didNotCome',
    { didNotCome: 4, bookingsDue: 40 },
    { didNotCome: 4, bookingsDue: 20 },
    { verdict: 'better' },
  ],
  [
    'fewer answers within target are better where their share is higher',
    'inTarget',
    { inTarget: 18, timed: 20 },
    { inTarget: 30, timed: 40 },
    { verdict: 'better' },
  ],
];

test.each(cases)('%s', (_what, figure, now, before, change) =>
  expect(compareFigures(figure, { ...nothing, ...now }, { ...nothing, ...before })).toEqual(change),
);
