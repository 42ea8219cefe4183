let next: string | undefined;

/** For the form of a new lead that opens next. */
export function giveNextPhone(phone: string): void {
  next = phone;
}

export function takeNextPhone(): string | undefined {
  const phone = next;
  next = undefined;
  return phone;
}
