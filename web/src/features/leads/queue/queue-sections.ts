import type { CallGroup } from '#contract/leads/call-order.ts';
import type { QueuedLead } from './queue.queries.ts';

/** A stretch of the queue under one heading. A lead that is there because it has waited longest is a block of its own (`isLongest`). */
export type QueueSection = {
  group: CallGroup | undefined;
  blocks: { leads: QueuedLead[]; isLongest: boolean }[];
};

/**
 * Cuts a page of the queue where its group changes. A lead that has its place because it has been in the queue longest is a block of
 * its own, among the leads that it stands between.
 */
export function cutIntoSections(rows: readonly QueuedLead[]): QueueSection[] {
  const sections: QueueSection[] = [];
  for (const lead of rows) {
    const { isLongest } = lead;
    let section = sections.at(-1);
    if (!section || !(isLongest || section.group === lead.group)) {
      section = { group: isLongest ? undefined : lead.group, blocks: [] };
      sections.push(section);
    }
    const block = section.blocks.at(-1);
    if (block && !isLongest && !block.isLongest) block.leads.push(lead);
    else section.blocks.push({ leads: [lead], isLongest });
  }
  return sections;
}
