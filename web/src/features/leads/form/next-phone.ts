let next: string | undefined;

/** Hands a phone to the form of a new lead that opens next. */
export function giveNextPhone(phone: string): void {
  next = phone;
}

export function takeNextPhone(): string | undefined {
  const phone = next;
  next = undefined;
  return phone;
}
