import { createFileRoute, redirect } from '@tanstack/react-router';
import { getHomePath } from '#web/features/frame/menu/screens.ts';
import { session } from '#web/lib/session/session.ts';

export const Route = createFileRoute('/')({
  beforeLoad() {
    const employee = session.get();
    throw redirect({ to: employee ? getHomePath(employee.level) : '/auth/login', replace: true });
  },
});
