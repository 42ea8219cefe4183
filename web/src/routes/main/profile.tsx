import { createFileRoute } from '@tanstack/react-router';
import { useTranslations } from 'use-intl';
import { sessionsQuery } from '#web/features/profile/profile.queries.ts';
import { ProfilePage } from '#web/features/profile/profile-page.tsx';
import { useSession } from '#web/lib/session/use-session.ts';

export const Route = createFileRoute('/main/profile')({
  loader: ({ context }) => void context.queryClient.prefetchQuery(sessionsQuery),
  component: Profile,
});

function Profile() {
  const title = useTranslations('frame.screens')('profile');
  const employee = useSession();
  return employee && <ProfilePage title={title} employee={employee} />;
}
