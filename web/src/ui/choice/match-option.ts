export type Option = { value: string; label: string };
export type OptionGroup = { group: string; items: Option[] };

/** @returns the first choice that starts with, or else contains, what was typed. */
export function matching(data: (Option | OptionGroup)[], typed: string): Option | undefined {
  const options = data.flatMap((one) => ('group' in one ? one.items : [one]));
  const wanted = typed.trim().toLocaleLowerCase();
  const begins = options.find(({ label }) => label.toLocaleLowerCase().startsWith(wanted));
  return begins ?? options.find(({ label }) => label.toLocaleLowerCase().includes(wanted));
}
