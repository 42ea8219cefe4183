import { createFileRoute } from '@tanstack/react-router';
import { AskForInvitation } from '#web/features/auth/link-gone.tsx';

export const Route = createFileRoute('/auth/requestInvitation')({
  component: () => <AskForInvitation isGone={false} />,
});
