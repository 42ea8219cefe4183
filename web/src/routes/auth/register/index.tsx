import { createFileRoute } from '@tanstack/react-router';
import { RegisterForm } from '#web/features/auth/register-form.tsx';

export const Route = createFileRoute('/auth/register/')({ component: () => <RegisterForm /> });
