import type { EndpointQuery } from '#contract/call/endpoint.ts';
import {
  type Dashboard,
  type getDashboard,
  type MedianTime,
  maxShownLostReasons,
} from '#contract/dashboard.ts';
import {
  type LeadStage,
  leadStages,
  offeringTypeOrNone,
  platformOrNone,
  type SummedLeadFigure,
} from '#contract/leads/management-lead-filters.ts';
import { addDays, dateInTimeZone, daysBetween } from '#contract/text/dates.ts';
import type { ActorContext } from '#server/context.ts';
import type { Db } from '#server/db/transaction.ts';
import { createSharedReads } from '#server/lib/reads/shared-reads.ts';
import { type FigureSum, type StageScope, sumLeadsByFigure, sumLeadsByStage } from './dashboard.db.ts';

type Sums = Awaited<ReturnType<typeof sumLeadsByFigure>>;
type DaySums = Sums['days'];

const shared = createSharedReads<Db, Dashboard>();

/** Reads the dashboard; `days` includes today, if no others are chosen. It is read once for many who ask at once. */
export async function readDashboard(
  { db, dealer: { timeZone }, clock }: ActorContext,
  { days, serviceCenter, advisor, platform, ...chosen }: EndpointQuery<typeof getDashboard>,
): Promise<Dashboard> {
  const { to = dateInTimeZone(timeZone, clock.now()), from = addDays(to, 1 - days) } = chosen;
  const scope = {
    ...{ timeZone, from, to, serviceCenter, platform },
    advisor: advisor === 'nobody' ? null : advisor,
  };
  return shared(db, JSON.stringify(scope), () => sumDashboard(db, scope));
}

async function sumDashboard(db: Db, scope: StageScope): Promise<Dashboard> {
  const { from, to } = scope;
  const { days: byDay, figures: byFigure } = await sumFigures(db, scope);
  const count = counter(byFigure);
  const funnel = funnelOf(count);
  return {
    from,
    to,
    leads: byDay.reduce((sum, { leads }) => sum + leads, 0),
    days: daysOf(byDay, from, daysBetween(from, to) + 1),
    funnel,
    lost: funnel.reduce((sum, { lost }) => sum + lost, 0),
    lostReasons: byFigure
      .filter(({ figure }) => figure === 'lostReason')
      .map(({ key, leads }) => ({ reason: key, leads }))
      .sort((one, other) => other.leads - one.leads || (one.reason < other.reason ? -1 : 1))
      .slice(0, maxShownLostReasons),
    platforms: platformOrNone.options.map((platform) => ({ platform, leads: count('platform', platform) })),
    offeringTypes: offeringTypeOrNone.options.map((type) => ({ type, leads: count('offeringType', type) })),
    firstFollowUp: medianOf(byFigure, 'firstFollowUp'),
    firstBooking: medianOf(byFigure, 'firstBooking'),
  };
}

async function sumFigures(db: Db, scope: StageScope): Promise<Sums> {
  if (scope.advisor === undefined && scope.platform === undefined) return sumLeadsByFigure(db, scope);
  const [all, ofStages] = await Promise.all([sumLeadsByFigure(db, scope), sumLeadsByStage(db, scope)]);
  const figures = all.figures.filter(({ figure }) => figure !== 'stage' && figure !== 'lostReason');
  return { days: all.days, figures: [...figures, ...ofStages] };
}

function daysOf(byDay: DaySums, from: string, days: number): Dashboard['days'] {
  const listed = Array.from({ length: days }, (_, place) => ({
    date: addDays(from, place),
    pending: 0,
    potential: 0,
    booked: 0,
    completed: 0,
    lostCustomer: 0,
  }));
  const byDate = new Map(listed.map((day) => [day.date, day]));
  for (const { date, status, leads } of byDay) {
    const day = byDate.get(date);
    if (day) day[status] = leads;
  }
  return listed;
}

type Count = (figure: SummedLeadFigure, key: string) => number;

function counter(sums: readonly FigureSum[]): Count {
  const known = new Map(sums.map(({ figure, key, leads }) => [`${figure} ${key}`, leads]));
  return (figure, key) => known.get(`${figure} ${key}`) ?? 0;
}

function funnelOf(count: Count): Dashboard['funnel'] {
  const open = (stage: LeadStage) => count('stage', stage);
  const lost = (stage: LeadStage) => count('stage', `${stage} lost`);
  return leadStages.map((stage, place) => ({
    stage,
    reached: leadStages.slice(place).reduce((sum, each) => sum + open(each) + lost(each), 0),
    lost: lost(stage),
    waiting: open(stage),
  }));
}

function medianOf(sums: readonly FigureSum[], figure: SummedLeadFigure): MedianTime {
  const times = sums
    .filter((sum) => sum.figure === figure)
    .map(({ key, leads }) => ({ minutes: Number(key), leads }))
    .sort((one, other) => one.minutes - other.minutes);
  const leads = times.reduce((sum, time) => sum + time.leads, 0);
  let passed = 0;
  const middle = times.find((time) => {
    passed += time.leads;
    return passed * 2 >= leads;
  });
  return { minutes: middle?.minutes ?? null, leads };
}
