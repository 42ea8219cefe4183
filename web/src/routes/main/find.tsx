import { createFileRoute } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { getHomePath } from '#web/features/frame/menu/screens.ts';
import { findPaletteState, requestedPhone } from '#web/features/leads/find/find-state.ts';
import { session } from '#web/lib/session/session.ts';

export const Route = createFileRoute('/main/find')({ component: FindPage });

function FindPage() {
  const navigate = Route.useNavigate();
  const [asked] = useState(() => location.hash.slice(1) || requestedPhone.take());
  useEffect(() => {
    const typed = asked.replaceAll('+', '%2B');
    const phone = new URLSearchParams(typed).get('phone') ?? '';
    const level = session.get()?.level;
    if (!level) return;
    void navigate({ to: getHomePath(level), replace: true }).then(() => findPaletteState.open(phone));
  }, [navigate, asked]);
  return null;
}
