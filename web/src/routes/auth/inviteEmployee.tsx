import { createFileRoute, redirect } from '@tanstack/react-router';

export const Route = createFileRoute('/auth/inviteEmployee')({
  beforeLoad() {
    throw redirect({ to: '/main/inviteEmployees', replace: true });
  },
});
