import type { PendingQuestion } from './confirm.ts';
import { ConfirmAction } from './confirm-action.tsx';

type QuestionHostProps = { question: PendingQuestion; onClose: () => void };

/** Shows what `confirm` asks. */
export function QuestionHost({ question, onClose }: QuestionHostProps) {
  return question.show((asked) => <ConfirmAction {...asked} onClose={onClose} />);
}
