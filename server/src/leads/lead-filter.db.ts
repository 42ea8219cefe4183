import { type RawBuilder, sql } from 'kysely';
import type { Milestone, OfferingTypeOrNone, PlatformOrNone, Stage } from '#contract/lead-narrowing.ts';
import type { LeadStatus } from '#contract/lead-status.ts';
import { foundBy } from '#server/db/text-search.ts';
import type { TextSearch } from '#server/lib/text-search.ts';

/** Days of entry, both included, in the dealer's calendar; and the instants at which the first begins and the last ends. */
export type EntryDays = { from?: string; to?: string; begins?: Date; ends?: Date };

/** What a lead became, and where it came from; dashboards count by each of these alone. */
export type LeadFigure =
  | { figure: 'platform'; platform: PlatformOrNone }
  | { figure: 'offeringType'; type: OfferingTypeOrNone }
  | { figure: 'stage'; stages: readonly Stage[]; lost?: boolean }
  | { figure: 'lostReason'; reason: string }
  | { figure: Milestone };

/** Which leads a list holds; absent parts do not narrow. `centers` are ids, `statusDays` the days of the present status. */
export type LeadFilter = {
  isActive: boolean;
  status?: LeadStatus;
  centers?: readonly string[];
  recorder?: string;
  offering?: string;
  entered?: EntryDays;
  statusDays?: { from?: string; to?: string };
  figures?: readonly LeadFigure[];
  search?: TextSearch;
};

/** @returns the condition under which a row of `leads` belongs to a list. */
export function conditions(filter: LeadFilter): RawBuilder<boolean> {
  const parts = [filter.isActive ? sql`is_active` : sql`not is_active`];
  const { begins, ends } = filter.entered ?? {};
  if (filter.status) parts.push(sql`status = ${filter.status}`);
  if (filter.centers) parts.push(ofCenters(filter.centers));
  if (filter.recorder) parts.push(sql`employee_id = ${filter.recorder}`);
  if (filter.offering) parts.push(sql`offering_id = ${filter.offering}`);
  if (begins) parts.push(sql`created_at >= ${begins}`);
  if (ends) parts.push(sql`created_at < ${ends}`);
  if (filter.statusDays?.from) parts.push(sql`status_on >= ${filter.statusDays.from}`);
  if (filter.statusDays?.to) parts.push(sql`status_on <= ${filter.statusDays.to}`);
  for (const figure of filter.figures ?? []) parts.push(ofFigure(figure));
  if (filter.search) parts.push(foundBy(filter.search));
  return sql<boolean>`${sql.join(parts, sql` and `)}`;
}

/** One center is compared by itself, so that an index on center and time gives the order too. */
export function ofCenters(centers: readonly string[]): RawBuilder<boolean> {
  const [center, ...others] = centers;
  return center && others.length === 0
    ? sql<boolean>`service_center_id = ${center}`
    : sql<boolean>`service_center_id = any(${centers}::uuid[])`;
}

function ofFigure(figure: LeadFigure): RawBuilder<unknown> {
  switch (figure.figure) {
    case 'platform':
      return figure.platform === 'none' ? sql`platform is null` : sql`platform = ${figure.platform}`;
    case 'offeringType':
      return figure.type === 'none'
        ? sql`offering_id is null`
        : sql`offering_id in (select id from offerings where type = ${figure.type})`;
    case 'lostReason':
      return sql`status = 'lostCustomer' and lost_reason_key(lost_reason) = lost_reason_key(${figure.reason})`;
    case 'firstFollowUp':
      return sql`first_follow_up_at is not null`;
    case 'firstBooking':
      return sql`first_booked_at is not null`;
    case 'stage': {
      const reached = sql`furthest_status = any(${figure.stages}::text[])`;
      if (figure.lost === undefined) return reached;
      return sql`${reached} and (status = 'lostCustomer') = ${figure.lost}`;
    }
  }
}
