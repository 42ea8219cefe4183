import { createFileRoute, redirect } from '@tanstack/react-router';
import { homeOf } from '#web/features/frame/screens.ts';
import { session } from '#web/lib/session.ts';

export const Route = createFileRoute('/')({
  beforeLoad() {
    const employee = session.get();
    throw redirect({ to: employee ? homeOf(employee.level) : '/auth/login', replace: true });
  },
});
