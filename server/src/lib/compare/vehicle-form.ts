import { readPlate } from '#contract/text/plates.ts';
import { toSearchForm } from '#contract/text/search-form.ts';

const minVehicleLength = 4;

type VehicleForm = { form: string; district: number | null };

/**
 * Returns the form by which a number plate is compared; any other text with a digit is compared as it is written.
 *
 * @returns undefined for a text that names no vehicle.
 */
export function toVehicleForm(text: string | null): VehicleForm | undefined {
  const plate = text ? readPlate(text) : undefined;
  if (plate) return { form: `${plate.letter ?? ''} ${plate.digits}`, district: plate.district ?? null };
  const form = toSearchForm(text ?? '');
  return form.length >= minVehicleLength && /\d/.test(form)
    ? { form: `= ${form}`, district: null }
    : undefined;
}

/** Tells whether two vehicles can be the same: the same plate, with the same district where both name one. */
export function isSameVehicle(one: VehicleForm, other: VehicleForm): boolean {
  return isSameDistrict(one.district, other.district) && one.form === other.form;
}

/** Tells whether two districts of plates are the same; a plate without one matches any. */
export function isSameDistrict(one: number | null, other: number | null): boolean {
  return one === null || other === null || one === other;
}
