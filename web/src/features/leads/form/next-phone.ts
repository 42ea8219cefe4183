let next: string | undefined;

/** Hands a phone to the form of a new lead that opens next. */
export function prefillNextPhone(phone: string): void {
  next = phone;
}

/** Returns the phone that was handed over, once. */
export function takePrefilledPhone(): string | undefined {
  const phone = next;
  next = undefined;
  return phone;
}
