import { expect } from '../support/test.ts';
import { Drafts } from './drafts.ts';
import type { Expected } from './expected.ts';
import { screenFaults, writeFaults } from './faults.ts';
import type { Sight } from './sight.ts';
import type { Stored, WalkDealer, WalkLead } from './walk-dealer.ts';
import type { WalkTab } from './walk-tab.ts';

export type Opened = {
  front: string | null;
  asked?: string | null;
  path?: string;
  row?: string;
  isBelowPage?: true;
};

type Place = { tab: WalkTab; drafts: Drafts; opened: Opened[] };

export class Walk {
  readonly dealer: WalkDealer;
  /** A manager goes through lists of all centers, and may edit leads. */
  readonly isManagement: boolean;
  readonly leads: readonly WalkLead[];
  readonly story: string[] = [];
  #places: Place[] = [];
  #current = 0;
  #typed = 0;
  #openTab: () => Promise<WalkTab>;
  #stored: Stored | undefined;

  constructor(
    who: { dealer: WalkDealer; isManagement: boolean },
    leads: readonly WalkLead[],
    openTab: () => Promise<WalkTab>,
  ) {
    this.dealer = who.dealer;
    this.isManagement = who.isManagement;
    this.leads = leads;
    this.#openTab = openTab;
  }

  /** A list's address, below /main: of management, narrowed to the leads of this walk. */
  listAddress(path: string): string {
    const family = this.leads[0]?.name.split(' ').at(-1);
    return this.isManagement ? `${path}?search=${family}` : path;
  }

  async begin(): Promise<void> {
    await this.#open();
    await this.remember();
  }

  async close(): Promise<void> {
    for (const { tab } of this.#places) await tab?.page.close();
  }

  get tab(): WalkTab {
    return this.#place.tab;
  }

  get drafts(): Drafts {
    return this.#place.drafts;
  }

  get opened(): Opened[] {
    return this.#place.opened;
  }

  async switchTab(): Promise<void> {
    this.#current = 1 - this.#current;
    if (this.#places[this.#current]) await this.tab.page.bringToFront();
    else await this.#open();
  }

  newText(): string {
    this.#typed += 1;
    return `typed ${this.#typed}`;
  }

  newPhone(): string {
    this.#typed += 1;
    return `0191${String(this.#typed).padStart(7, '0')}`;
  }

  idOf(name: string | null): string {
    const lead = this.leads.find((one) => one.name === name);
    if (!lead) throw new Error(`The lead on the screen is none of this walk: ${name}`);
    return lead._id;
  }

  async remember(): Promise<void> {
    this.#stored = await this.dealer.read();
  }

  async expect(expected: Expected, patience: number): Promise<void> {
    const before = this.#stored;
    if (!before) throw new Error('The walk has not begun');
    let faults: string[] = [];
    const look = async () => {
      const seen = await this.tab.see();
      const now = await this.dealer.read();
      faults = [
        ...screenFaults(seen, expected, this.tab.isFresh),
        ...this.#addressFaults(seen, expected),
        ...this.drafts.faults(seen),
        ...writeFaults({ before, now, leads: this.leads, writes: expected.writes ?? {}, seen }),
        ...this.tab.faults,
      ];
      return faults;
    };
    const intervals = [20, 50, 100, 200, 500];
    await expect
      .poll(look, { timeout: patience, intervals })
      .toEqual([])
      .catch(() => {
        throw new Error(faults.join('\n'));
      });
    await this.remember();
  }

  #addressFaults({ front, isPanel }: Sight, { path }: Expected): string[] {
    const { pathname, search, searchParams } = new URL(this.tab.page.url());
    const is = pathname + search;
    const shown = searchParams.get('found') ?? searchParams.get('work') ?? searchParams.get('lead');
    const named = this.leads.find(({ _id }) => _id === shown)?.name ?? null;
    return [
      ...(path === undefined || path === is ? [] : [`the address is ${is} instead of ${path}`]),
      ...(isPanel === (shown !== null) && (!isPanel || front === named)
        ? []
        : [`${front} is in front, but the address names ${named}`]),
    ];
  }

  get #place(): Place {
    const place = this.#places[this.#current];
    if (!place) throw new Error('The walk has not begun');
    return place;
  }

  async #open(): Promise<void> {
    this.#places[this.#current] = { tab: await this.#openTab(), drafts: new Drafts(), opened: [] };
    await this.tab.visit(`/main/${this.listAddress(this.isManagement ? 'leads' : 'dashboard')}`);
  }
}
