import { createStore, useStore } from '#web/lib/browser/store.ts';

/** The change that lets a refused booking be sent again: over capacity, or for another place. */
export type PlaceChoice = { overbook: true } | { appointmentDate: string; appointmentTime: string | null };

/** `refusal`: the `current` of the refused call. `answer` closes the question; without a choice nothing is booked. */
export type AskedPlace = { refusal: unknown; answer: (choice?: PlaceChoice) => void };

const asked = createStore<AskedPlace | undefined>(undefined);

export function useAskedPlace(): AskedPlace | undefined {
  return useStore(asked);
}

/** Asks what to do instead of booking a place that is not free. @returns undefined if nothing. */
export function askForPlace(refusal: unknown): Promise<PlaceChoice | undefined> {
  asked.get()?.answer();
  return new Promise((resolve) =>
    asked.set({
      refusal,
      answer(choice) {
        asked.set(undefined);
        resolve(choice);
      },
    }),
  );
}

/** @returns the input of a call that books, with the choice beside what changes of the lead. */
export function addPlaceChoice<Input extends object>(input: Input, choice: PlaceChoice): Input {
  const { move, ...rest } = (input as { body: { move?: object } }).body;
  const body = move ? { ...rest, move: { ...move, ...choice } } : { ...rest, ...choice };
  return Object.assign({}, input, { body });
}
