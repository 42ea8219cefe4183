// Zod would find out by `new Function` that the content security policy forbids it. Zod reads this at its import.
globalThis.__zod_globalConfig = { jitless: true };

// Runs before the first paint, so that a dark screen never flashes light. Written by web/src/theme/color-scheme.ts.
(() => {
  const cookie = /(?:^|; )color-scheme=(light|dark)/.exec(document.cookie);
  const chosen = cookie ? cookie[1] : localStorage.getItem('color-scheme');
  const dark = chosen ? chosen === 'dark' : matchMedia('(prefers-color-scheme: dark)').matches;
  document.documentElement.setAttribute('data-mantine-color-scheme', dark ? 'dark' : 'light');
  // Who is signed in sees the page's frame while the app loads; only somebody with a level has a menu.
  if (!location.pathname.startsWith('/main')) return;
  const { level } = JSON.parse(localStorage.getItem('employee') ?? '{}') ?? {};
  if (level) document.documentElement.setAttribute('data-shell', level === 'unassigned' ? 'header' : 'menu');
})();
