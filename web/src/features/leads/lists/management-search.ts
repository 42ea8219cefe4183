import { z } from 'zod';
import { maxIgnoredSearchLength } from '#contract/business.ts';
import { leadStatus } from '#contract/leads/leads.ts';
import {
  type ManagementLeadFilters,
  managementLeadFilters,
} from '#contract/leads/management-lead-filters.ts';
import { type PanelName, panelSearch } from '#web/features/leads/record/panel-search.ts';
import { listSearch, recordId } from '#web/lib/url/list-search.ts';
import { applicableFilters, type Center, workSearch } from './lead-search.ts';

const { status, serviceCenter, search, advisor, followUpDue, ...ofLinks } = managementLeadFilters;

const narrowing = orNothing(ofLinks);
export type NarrowingName = keyof typeof narrowing;
export type Narrowing = Pick<ManagementLeadFilters, NarrowingName>;

export const narrowingNames = Object.keys(narrowing) as NarrowingName[];

// What cannot be read narrows nothing.
function orNothing<Shape extends Record<string, z.ZodOptional>>(shape: Shape) {
  const types = Object.entries(shape).map(([name, type]) => [name, type.catch(undefined)]);
  return Object.fromEntries(types) as { [Name in keyof Shape]: z.ZodCatch<Shape[Name]> };
}

export const managementStatus = z.enum([...leadStatus.options, 'all']);
export type ManagementStatus = z.output<typeof managementStatus>;

export const managementSearch = listSearch.extend({
  ...panelSearch,
  view: recordId,
  ...workSearch,
  ...narrowing,
});
type ManagementSearch = z.output<typeof managementSearch> & Center;

export function narrowingFor<N extends Narrowing>(status: ManagementStatus, given: N): N {
  if (status === 'all') return given;
  const isLost = status === 'lostCustomer';
  const { lost, lostReason } = given;
  const contradicts = lost !== undefined && (lost === 'true') !== isLost;
  return {
    ...given,
    lost: contradicts ? undefined : lost,
    lostReason: isLost ? lostReason : undefined,
  };
}

/** @returns what the list asks for; a search too short to count is left out (specification, section 5). */
export function managementFilters(
  status: ManagementStatus,
  { search, ...rest }: Omit<ManagementSearch, 'view' | PanelName>,
) {
  const ofStatus = status === 'all' ? undefined : status;
  return {
    ...narrowingFor(status, rest),
    ...applicableFilters(ofStatus, rest),
    status: ofStatus,
    search: search.length > maxIgnoredSearchLength ? search : undefined,
  };
}
