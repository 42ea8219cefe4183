import { createFileRoute } from '@tanstack/react-router';
import { RegisterForm } from '#web/features/auth/register-form.tsx';
import { useAfterRegistration } from '#web/features/auth/use-after-registration.ts';

export const Route = createFileRoute('/auth/register/')({ component: Register });

function Register() {
  return <RegisterForm onRegistered={useAfterRegistration()} />;
}
