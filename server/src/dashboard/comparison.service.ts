import type { Readable } from 'node:stream';
import type { EndpointQuery } from '#contract/call/endpoint.ts';
import {
  type ComparedDays,
  type DailyFigures,
  getPrecedingDays,
  getSpanDates,
  type getWorkComparison,
  type WorkComparison,
  type WorkFigures,
} from '#contract/comparison.ts';
import { platformOrNone } from '#contract/leads/management-lead-filters.ts';
import {
  comparisonCsvColumns,
  comparisonCsvFigures,
  comparisonPlatformTitles,
} from '#contract/report-columns.ts';
import {
  addDays,
  clockInTimeZone,
  dateInTimeZone,
  daysBetween,
  instantInTimeZone,
} from '#contract/text/dates.ts';
import { readBookingDays } from '#server/bookings/bookings.service.ts';
import type { ActorContext } from '#server/context.ts';
import type { Db } from '#server/db/transaction.ts';
import { toDayAndTime } from '#server/leads/lists/lead-lists.service.ts';
import { loadNames } from '#server/leads/record/get-lead.service.ts';
import { createCsv } from '#server/lib/csv/csv.ts';
import { createSharedReads } from '#server/lib/reads/shared-reads.ts';
import { type GroupedWork, sumWork, type WorkSum } from './comparison.db.ts';

type Asked = EndpointQuery<typeof getWorkComparison>;
type Narrowing = { serviceCenter?: string; advisor?: string | null; platform?: string };
type Read = { sums: GroupedWork['groups']; days: DailyFigures[] };

const shared = createSharedReads<Db, Read>();

/**
 * Compares the work of some days with that of as many days before, by center, advisor or platform, each span read once for many who
 * ask at once, and counts the cars that come today and tomorrow.
 */
export async function readWorkComparison(context: ActorContext, query: Asked): Promise<WorkComparison> {
  const { db, dealer, clock } = context;
  const { span = 'week', from, to, by, serviceCenter, advisor, platform } = query;
  const today = dateInTimeZone(dealer.timeZone, clock.now());
  const now = from && to ? { from, to } : getSpanDates(span, today);
  const before = getDaysBefore(now, clockInTimeZone(dealer.timeZone, clock.now()), dealer.timeZone);
  const scope = {
    serviceCenter,
    advisor: advisor === 'nobody' ? null : advisor,
    platform,
  };
  const read = (days: ComparedDays) =>
    shared(db, JSON.stringify({ ...scope, timeZone: dealer.timeZone, by, ...days }), () =>
      readDays(context, days, scope, by),
    );
  const [found, foundBefore, names, coming] = await Promise.all([
    read(now),
    read(before),
    loadNames(context),
    countComing(context, serviceCenter, today),
  ]);
  const nameOf = (id: string) => {
    if (by === 'platform') return id;
    return (by === 'advisor' ? names.people.get(id) : names.centers.get(id)?.name) ?? '';
  };
  const ids = [...new Set([...found.sums, ...foundBefore.sums].map(({ id }) => id))];
  const rows = ids.map((id) => ({
    _id: id,
    name: id && nameOf(id),
    now: figuresOf(found.sums.filter((sum) => sum.id === id)),
    before: figuresOf(foundBefore.sums.filter((sum) => sum.id === id)),
  }));
  return {
    now,
    before,
    coming,
    total: { now: figuresOf(found.sums), before: figuresOf(foundBefore.sums) },
    days: found.days,
    daysBefore: foundBefore.days,
    rows: rows.sort((one, other) => (one.name ?? '').localeCompare(other.name ?? '')),
  };
}

async function countComing(
  context: ActorContext,
  serviceCenter: string | undefined,
  today: string,
): Promise<WorkComparison['coming']> {
  const found = await readBookingDays(context, { serviceCenter, from: today, days: 2 });
  const sumOf = (place: number) => found.reduce((sum, { days }) => sum + (days[place]?.booked ?? 0), 0);
  return { today: sumOf(0), tomorrow: sumOf(1) };
}

/** Returns the days to compare with; while the days are not over, up to the same time of day. */
function getDaysBefore(now: ComparedDays, clock: string, timeZone: string): ComparedDays {
  const before = getPrecedingDays(now);
  const today = clock.slice(0, 'YYYY-MM-DD'.length);
  if (today < now.from || today > now.to) return before;
  const day = addDays(today, daysBetween(now.from, before.from));
  const until = instantInTimeZone(
    timeZone,
    day,
    clock.slice('YYYY-MM-DDT'.length, 'YYYY-MM-DDTHH:MM'.length),
  );
  return { ...before, until: until.toISOString() };
}

/** Makes a CSV file of {@link readWorkComparison}, with a row of all. */
export async function createComparisonCsv(
  context: ActorContext,
  query: Asked,
): Promise<{ fileName: string; content: Readable }> {
  const { rows, total, now: days } = await readWorkComparison(context, query);
  const nameOf = ({ _id, name }: WorkComparison['rows'][number]) => {
    const platform = query.by === 'platform' && platformOrNone.options.find((one) => one === _id);
    return platform ? comparisonPlatformTitles[platform] : (name ?? 'Unassigned');
  };
  const named = [...rows.map((row) => ({ ...row, name: nameOf(row) })), { ...total, name: 'All' }];
  const content = createCsv(
    comparisonCsvColumns,
    named.map(({ name, now, before }) => [
      name,
      ...comparisonCsvFigures.flatMap((figure) => {
        const [value, valueBefore] = [now[figure], before[figure]];
        const isKnown = value !== null && valueBefore !== null;
        return [value ?? '', valueBefore ?? '', isKnown ? value - valueBefore : ''];
      }),
    ]),
  );
  return { fileName: `comparison-${days.from}-to-${days.to}.csv`, content };
}

async function readDays(
  { db, dealer, clock }: ActorContext,
  { from, to, until }: ComparedDays,
  narrowing: Narrowing,
  by: Asked['by'],
): Promise<Read> {
  const now = clock.now();
  const before = toDayAndTime(dealer.timeZone, until === undefined ? now : new Date(until));
  const scope = {
    ...narrowing,
    bookings: { from, to, before },
    boundaries: listDayBoundaries(dealer.timeZone, from, to),
    until: until === undefined ? undefined : new Date(until),
  };
  const sums = await sumWork(db, scope, by, now);
  const ofDay = Map.groupBy(sums.days, ({ day }) => day);
  const listed = Array.from({ length: daysBetween(from, to) + 1 }, (_, place) => {
    const {
      timed: _timed,
      answered: _answered,
      bookingsDue: _due,
      didNotCome: _missed,
      ...figures
    } = figuresOf(ofDay.get(place) ?? []);
    return { date: addDays(from, place), ...figures };
  });
  return { sums: sums.groups, days: listed };
}

function figuresOf(sums: readonly WorkSum[]): WorkFigures {
  const total = (figure: WorkSum['figure']) =>
    sums.reduce((all, sum) => all + (sum.figure === figure ? sum.leads : 0), 0);
  const answered = sums
    .filter(({ figure }) => figure === 'answered')
    .sort((one, other) => one.key - other.key);
  return {
    entered: total('entered'),
    timed: total('timed'),
    inTarget: total('inTarget'),
    answered: total('answered'),
    median: percentileOf(answered, 0.5),
    ninetieth: percentileOf(answered, 0.9),
    booked: total('booked'),
    bookingsDue: total('bookingsDue'),
    shownUp: total('shownUp'),
    didNotCome: total('didNotCome'),
    completed: total('completed'),
    lost: total('lost'),
  };
}

function percentileOf(times: readonly WorkSum[], share: number): number | null {
  const all = times.reduce((sum, { leads }) => sum + leads, 0);
  let passed = 0;
  const found = times.find(({ leads }) => {
    passed += leads;
    return passed >= all * share;
  });
  return found?.key ?? null;
}

/** Returns when each day from `from` to `to` begins in a time zone, and last when the day after begins. */
function listDayBoundaries(timeZone: string, from: string, to: string): Date[] {
  const days = daysBetween(from, to) + 1;
  return Array.from({ length: days + 1 }, (_, place) =>
    instantInTimeZone(timeZone, addDays(from, place), '00:00'),
  );
}
