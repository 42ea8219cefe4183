import { useListUrl } from '#web/lib/url/use-list-url.ts';
import { Choice } from '#web/ui/choice/choice.tsx';
import type { Filter } from './filters.tsx';

type ChoiceFilterProps = {
  name: string;
  label: string;
  all: string;
  options: readonly { value: string; label: string }[];
  value: string | undefined;
};

/** Makes a filter that chooses one of several values, or all, in a select. */
export function choiceFilter(props: ChoiceFilterProps, place?: Filter['place']): Filter {
  return {
    names: [props.name],
    isOn: props.value !== undefined,
    control: <ChoiceFilter {...props} />,
    place,
  };
}

/** The select of a {@link choiceFilter}. `all`: the text of no filter. */
export function ChoiceFilter({ name, label, all, options, value = '' }: ChoiceFilterProps) {
  const { setFilters: narrow } = useListUrl();
  return (
    <Choice
      className="filter"
      aria-label={label}
      data={[{ value: '', label: all }, ...options]}
      value={value}
      onChange={(chosen) => narrow({ [name]: chosen || undefined })}
    />
  );
}
