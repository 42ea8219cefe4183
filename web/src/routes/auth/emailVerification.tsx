import { createFileRoute, useLocation } from '@tanstack/react-router';
import { addressInFragment } from '#web/features/auth/mailed-link.ts';
import { VerifyForm } from '#web/features/auth/verify-form.tsx';

export const Route = createFileRoute('/auth/emailVerification')({ component: EmailVerification });

function EmailVerification() {
  const address = useLocation({ select: ({ state, hash }) => state.address ?? addressInFragment(hash) });
  const navigate = Route.useNavigate();
  const leave = (email: string) =>
    void navigate({ to: '/auth/login', state: { address: email }, replace: true });
  return <VerifyForm address={address} onVerified={leave} />;
}
