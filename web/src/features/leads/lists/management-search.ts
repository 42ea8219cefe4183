import { z } from 'zod';
import { maxIgnoredSearchLength } from '#contract/business.ts';
import { leadStatus } from '#contract/leads/leads.ts';
import {
  type ManagementLeadFilters,
  managementLeadFilters,
} from '#contract/leads/management-lead-filters.ts';
import { type PanelSearchName, panelSearch } from '#web/features/leads/record/panel-search.ts';
import { listSearch } from '#web/lib/url/list-search.ts';
import { type CenterSearch, getApplicableFilters, worklistSearch } from './lead-search.ts';

const { status, serviceCenter, search, advisor, followUpDue, ...ofLinks } = managementLeadFilters;

const narrowing = orNothing(ofLinks);
/** The filters that only links set, such as those of figures; they have no control on the list. */
export type LinkFilterName = keyof typeof narrowing;
/** The values of the filters that only links set. */
export type LinkFilters = Pick<ManagementLeadFilters, LinkFilterName>;

export const linkFilterNames = Object.keys(narrowing) as LinkFilterName[];

// What cannot be read narrows nothing.
function orNothing<Shape extends Record<string, z.ZodOptional>>(shape: Shape) {
  const types = Object.entries(shape).map(([name, type]) => [name, type.catch(undefined)]);
  return Object.fromEntries(types) as { [Name in keyof Shape]: z.ZodCatch<Shape[Name]> };
}

/** The statuses of management's list, and `all`. */
export const managementListStatus = z.enum([...leadStatus.options, 'all']);
export type ManagementStatus = z.output<typeof managementListStatus>;

/** The URL of management's list of leads. */
export const managementSearch = listSearch.extend({
  ...panelSearch,
  ...worklistSearch,
  ...narrowing,
});
type ManagementSearch = z.output<typeof managementSearch> & CenterSearch;

/** Leaves out of link filters what a list of this status cannot have, such as a lost reason. */
export function getLinkFiltersFor<N extends LinkFilters>(status: ManagementStatus, given: N): N {
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
export function getManagementFilters(
  status: ManagementStatus,
  { search, ...rest }: Omit<ManagementSearch, PanelSearchName>,
) {
  const ofStatus = status === 'all' ? undefined : status;
  return {
    ...getLinkFiltersFor(status, rest),
    ...getApplicableFilters(ofStatus, rest),
    status: ofStatus,
    search: search.length > maxIgnoredSearchLength ? search : undefined,
  };
}
