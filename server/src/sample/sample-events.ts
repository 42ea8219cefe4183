/** The kinds of what happens to a sample lead. */
export const eventKinds = ['entry', 'contact', 'change'] as const;

/** An event of a sample lead at a moment. `after`: runs once all of its turn have run. */
export type SampleEvent<Lead> = {
  at: Date;
  of: Lead;
  kind: (typeof eventKinds)[number];
  run: () => Promise<void>;
  after?: () => Promise<void>;
};

/**
 * Splits events into turns of at most `count` that can run at once: a turn has no two of one lead, and the events of a lead stay in
 * their order.
 */
export function splitIntoTurns<Lead>(
  events: readonly SampleEvent<Lead>[],
  count: number,
): SampleEvent<Lead>[][] {
  const turns: SampleEvent<Lead>[][] = [];
  let firstOpen = 0;
  const latest = new Map<Lead, number>();
  for (const event of events) {
    let place = Math.max(firstOpen, (latest.get(event.of) ?? -1) + 1);
    while (turns[place]?.length === count) place++;
    const turn = turns[place];
    if (turn) turn.push(event);
    else turns[place] = [event];
    latest.set(event.of, place);
    while (turns[firstOpen]?.length === count) firstOpen++;
  }
  return turns;
}
