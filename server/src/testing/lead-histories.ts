import type { LeadProgressChange, LeadStatus } from '#contract/leads/lead-status.ts';
import { listAllowedStatuses } from '#contract/leads/lead-status.ts';
import { platforms } from '#contract/leads/leads.ts';
import type { OfferingType } from '#contract/offerings.ts';
import { addDays, dateInTimeZone } from '#contract/text/dates.ts';
import { getAccount } from '#server/employees/employees.service.ts';
import { createLead } from '#server/leads/record/create-leads.service.ts';
import { archiveLead, editLead, moveLead } from '#server/leads/record/edit-leads.service.ts';
import { createRandom, type Random } from '#server/sample/random.ts';
import { type TestApp, testRules } from './test-app.ts';

const reasons = ['Price', 'price ', 'PRICE', 'Too  far', 'too far', 'অন্য গ্যারেজ', 'Bought elsewhere'];
const minute = 60_000;

type HistoryFixtures = {
  timeZone: string;
  now: Date;
  seed: number;
  people: readonly string[];
  centers: readonly string[];
  offerings: readonly (string | null)[];
};

export async function writeHistories(app: TestApp, leads: number, fixtures: HistoryFixtures): Promise<void> {
  const random = createRandom(fixtures.seed);
  const actors = await Promise.all(fixtures.people.map((id) => getAccount(app.context, id)));
  const dealer = { ...testRules, timeZone: fixtures.timeZone };
  await app.db.updateTable('dealer').set({ time_zone: fixtures.timeZone }).execute();
  const moments = await midnights(app, fixtures);

  for (let number = 0; number < leads; number++) {
    const written = drawMoments(random, moments, fixtures.now);
    const [enteredAt, ...later] = written;
    if (!enteredAt) continue;
    const as = () => ({ ...app.context, dealer, actor: random.pick(actors) });
    app.clock.set(enteredAt);
    const offering = random.pick(fixtures.offerings);
    let lead = await createLead(as(), {
      name: `Lead ${number}`,
      phone: `0181${String(number % 60).padStart(7, '0')}`,
      serviceCenter: random.pick(fixtures.centers),
      serviceOrCampaign: offering,
      platform: random.pick([...platforms, null]),
    });
    for (const at of later) {
      app.clock.set(at);
      const dice = random.unit();
      if (dice < 0.07) lead = await archiveLead(as(), lead._id, { isActive: !lead.isActive });
      else if (dice < 0.14) {
        lead = await editLead(as(), lead._id, {
          serviceCenter: random.pick(fixtures.centers),
          platform: random.pick([...platforms, null]),
          serviceOrCampaign: random.pick(fixtures.offerings),
        });
      } else {
        const change = drawStep(random, lead, dateInTimeZone(fixtures.timeZone, at));
        lead = await moveLead(as(), lead._id, change);
      }
    }
  }
  app.clock.set(fixtures.now);
}

async function midnights(app: TestApp, { timeZone, now }: HistoryFixtures): Promise<Date[]> {
  const { rows } = await app.pool.query<{ at: Date }>(
    `select day::timestamp at time zone $1 as at from generate_series(
       ($2::timestamptz at time zone $1)::date - 100, ($2::timestamptz at time zone $1)::date, interval '1 day') day`,
    [timeZone, now],
  );
  return rows.map((row) => row.at);
}

function drawMoments(random: Random, midnightsOfDealer: readonly Date[], now: Date): Date[] {
  const offsets = [-minute, -1, 0, 1, 59_999, minute, 45 * minute, -45 * minute, 9 * 60 * minute];
  const count = random.between(1, 7);
  const first = Math.floor((1 - random.unit() ** 2) * midnightsOfDealer.length);
  const drawn = Array.from({ length: count }, (_, place) => {
    const day =
      midnightsOfDealer[Math.min(first + place * random.between(0, 3), midnightsOfDealer.length - 1)];
    return new Date((day ?? now).getTime() + random.pick(offsets) + place * 7);
  });
  return drawn.filter((at) => at <= now).sort((one, other) => one.getTime() - other.getTime());
}

function drawStep(
  random: Random,
  lead: { status: LeadStatus; followUpCount: number; nextFollowUpDates: string[] },
  today: string,
): LeadProgressChange {
  const tomorrow = addDays(today, 1);
  if (lead.status === 'potential' && lead.followUpCount < 2 && random.chance(0.5)) {
    return {
      followUpCount: lead.followUpCount + 1,
      nextFollowUpDates: [...lead.nextFollowUpDates, tomorrow],
    };
  }
  const status = random.pick(listAllowedStatuses(lead.status, true));
  if (status === 'potential') return { status, nextFollowUpDates: [...lead.nextFollowUpDates, tomorrow] };
  if (status === 'booked') return { status, appointmentDate: tomorrow };
  return status === 'lostCustomer' ? { status, lostReason: random.pick(reasons) } : { status };
}

export type RecountedLead = {
  id: string;
  center: string;
  recorder: string;
  status: LeadStatus;
  platform: string | null;
  type: OfferingType | null;
  reason: string | null;
  enteredOn: string;
  statusOn: string;
  statuses: LeadStatus[];
  minutesToFollowUp: number | null;
  minutesToBooking: number | null;
};

type VersionRow = {
  lead_id: string;
  status: LeadStatus;
  follow_ups: number;
  day: string;
  minutes: number;
};

export async function recountLeads(app: TestApp, timeZone: string): Promise<RecountedLead[]> {
  const { rows: versions } = await app.pool.query<VersionRow>(
    `select v.lead_id, v.snapshot ->> 'status' as status, (v.snapshot ->> 'follow_up_count')::int as follow_ups,
       to_char(v.created_at at time zone $1, 'YYYY-MM-DD') as day,
       floor(extract(epoch from v.created_at - l.created_at) / 60)::int as minutes
     from lead_versions v join leads l on l.id = v.lead_id order by v.lead_id, v.version`,
    [timeZone],
  );
  const { rows } = await app.pool.query<Omit<RecountedLead, 'statusOn' | 'statuses'>>(
    `select l.id, l.service_center_id as center, l.recorded_by as recorder, l.status, l.platform, o.type,
       l.lost_reason as reason, to_char(l.created_at at time zone $1, 'YYYY-MM-DD') as "enteredOn"
     from leads l left join offerings o on o.id = l.offering_id where l.is_active`,
    [timeZone],
  );
  const histories = Map.groupBy(versions, (version) => version.lead_id);
  return rows.map((row) => {
    const history = histories.get(row.id) ?? [];
    const entered = history.findLast((version, place) => version.status !== history[place - 1]?.status);
    const first = (is: (version: VersionRow) => boolean) => history.find(is)?.minutes ?? null;
    return {
      ...row,
      statusOn: entered?.day ?? '',
      statuses: history.map((version) => version.status),
      minutesToFollowUp: first(({ status, follow_ups }) => status === 'potential' && follow_ups > 0),
      minutesToBooking: first(({ status }) => status === 'booked'),
    };
  });
}
