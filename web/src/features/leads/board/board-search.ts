import { z } from 'zod';
import { calendarDate } from '#contract/text/dates.ts';
import { panelSearch } from '#web/features/leads/record/panel-search.ts';
import { pageSearch } from '#web/lib/url/list-search.ts';

export const boardViews = ['day', 'week', 'list'] as const;
export type BoardView = (typeof boardViews)[number];

/** The URL of the board. Without a `day` it is today. */
export const boardSearch = pageSearch.extend({
  day: calendarDate.optional().catch(undefined),
  view: z.enum(boardViews).default('day').catch('day'),
  ...panelSearch,
});
export type BoardSearch = z.output<typeof boardSearch> & { serviceCenter?: string };
