import { readPlate } from '#contract/text/plates.ts';
import { toSearchForm } from '#contract/text/search-form.ts';

const minVehicleLength = 4;

export type VehicleForm = { form: string; district: number | null };

/** Returns what a number plate is compared by; any other text with a digit is compared as it is written. */
export function toVehicleForm(text: string | null): VehicleForm | undefined {
  const plate = text ? readPlate(text) : undefined;
  if (plate) return { form: `${plate.letter ?? ''} ${plate.digits}`, district: plate.district ?? null };
  const form = toSearchForm(text ?? '');
  return form.length >= minVehicleLength && /\d/.test(form)
    ? { form: `= ${form}`, district: null }
    : undefined;
}

export function isSameVehicle(one: VehicleForm, other: VehicleForm): boolean {
  return isSameDistrict(one.district, other.district) && one.form === other.form;
}

export function isSameDistrict(one: number | null, other: number | null): boolean {
  return one === null || other === null || one === other;
}
