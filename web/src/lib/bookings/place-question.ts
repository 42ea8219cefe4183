import { createStore, useStore } from '#web/lib/browser/store.ts';

/** The answer to the question: book over capacity, or at another place. It is added to the body of the call that was refused. */
export type PlaceChoice = { overbook: true } | { appointmentDate: string; appointmentTime: string | null };

/** A question that is open about a place that is not free. `refusal`: the `current` of the refused call; `answer` closes the question, and without a choice nothing is booked. */
export type PlaceQuestion = { refusal: unknown; answer: (choice?: PlaceChoice) => void };

const asked = createStore<PlaceQuestion | undefined>(undefined);

/** Returns the open question about a place, if any. */
export function usePlaceQuestion(): PlaceQuestion | undefined {
  return useStore(asked);
}

/** Asks what to do about a place that is not free. @param refusal the `current` of an error for which `isPlaceTaken`. @returns undefined if nothing is to be booked. */
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

/** @returns the input of a call that books, with the choice added to its body or, if it has one, to its `move`. */
export function addPlaceChoice<Input extends object>(input: Input, choice: PlaceChoice): Input {
  const { move, ...rest } = (input as { body: { move?: object } }).body;
  const body = move ? { ...rest, move: { ...move, ...choice } } : { ...rest, ...choice };
  return Object.assign({}, input, { body });
}
