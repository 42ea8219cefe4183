// Zod would find out by `new Function` that the content security policy forbids it. Zod reads this at its import.
globalThis.__zod_globalConfig = { jitless: true };

// The app needs the dealer before any screen: asked for while the app still loads. Taken by web/src/lib/dealer/dealer.queries.ts.
globalThis.earlyDealer = fetch('/api/employeeApp/public/dealer').then(
  (answer) => (answer.ok ? answer.json() : undefined),
  () => undefined,
);

// Runs before the first paint, so that a dark screen never flashes light. Written by web/src/theme/color-scheme.ts.
(() => {
  const root = document.documentElement;
  const cookie = /(?:^|; )color-scheme=(light|dark)/.exec(document.cookie);
  const chosen = cookie ? cookie[1] : localStorage.getItem('color-scheme');
  const dark = chosen ? chosen === 'dark' : matchMedia('(prefers-color-scheme: dark)').matches;
  root.setAttribute('data-mantine-color-scheme', dark ? 'dark' : 'light');

  // The screen's own files are asked for beside the app's, not after them. Listed by vite.config.ts.
  const path = location.pathname.replace(/\/$/, '');
  for (const file of JSON.parse(document.currentScript.dataset.parts ?? '{}')[path] ?? []) {
    const link = document.createElement('link');
    link.rel = file.endsWith('.css') ? 'preload' : 'modulepreload';
    link.as = file.endsWith('.css') ? 'style' : 'script';
    link.crossOrigin = '';
    link.href = file;
    document.head.append(link);
  }

  // Who is signed in sees the page's frame while the app loads; only somebody with a level has a menu.
  const { level } = JSON.parse(localStorage.getItem('employee') ?? '{}') ?? {};
  if (path.startsWith('/main') && level)
    root.setAttribute('data-shell', level === 'unassigned' ? 'header' : 'menu');
  // Where a reason would stand above the fields, only the app knows it.
  if (path !== '/auth/login' || location.search || level) return;
  root.setAttribute('data-shell', 'login');
  void globalThis.earlyDealer.then((dealer) => {
    const [mark, title] = document.querySelectorAll('#shell .shell-mark, #shell .auth-title');
    if (!dealer?.isSetUp || !title) return root.removeAttribute('data-shell');
    title.textContent = title.dataset.text.replace('{dealer}', dealer.name);
    if (!dealer.logo) return;
    const logo = new Image(48, 48);
    logo.src = `/${dealer.logo}`;
    mark.replaceChildren(logo);
  });
})();
